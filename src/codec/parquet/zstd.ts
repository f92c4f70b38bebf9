/** Zstandard, one frame a call. */
export type Zstd = {
  /** The same bytes on every machine and Node version for the same input. */
  compress(bytes: Uint8Array): Uint8Array;
  /** Throws where the bytes are damaged or expand to more than `byteLength`. */
  decompress(bytes: Uint8Array, byteLength: number): Uint8Array;
};

const LEVEL = 3;

/**
 * The codec, compiled to WebAssembly. Node's own zstd (22.15 and later) is not used: it makes other
 * bytes from the same input, so files would differ between Node versions.
 */
export async function loadZstd(): Promise<Zstd> {
  const zstd = await import("@foxglove/wasm-zstd");
  await zstd.isLoaded;
  return {
    compress: (bytes) => zstd.compress(bytes, LEVEL),
    decompress: (bytes, byteLength) => zstd.decompress(bytes, byteLength),
  };
}
