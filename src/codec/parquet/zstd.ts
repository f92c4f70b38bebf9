/** Zstandard, one frame per call. */
export type Zstd = {
  /** Gives the same bytes for the same input on every machine and Node version. */
  compress(bytes: Uint8Array): Uint8Array;
  /** Throws if the bytes are damaged or expand to more than `byteLength`. */
  decompress(bytes: Uint8Array, byteLength: number): Uint8Array;
};

const LEVEL = 3;

/**
 * The codec, compiled to WebAssembly. Node's own zstd (22.15 and later) compresses the same input
 * to different bytes, so files would differ between Node versions.
 */
export async function loadZstd(): Promise<Zstd> {
  const zstd = await import("@foxglove/wasm-zstd");
  await zstd.isLoaded;
  return {
    compress: (bytes) => zstd.compress(bytes, LEVEL),
    decompress: (bytes, byteLength) => zstd.decompress(bytes, byteLength),
  };
}
