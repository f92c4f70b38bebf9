/** Bytes that are read from where they are stored each time. */
export type StoredBytes = AsyncIterable<Uint8Array> & {
  readonly byteLength: number;
  /** The bytes from an offset on; undefined if they can only be read from the start. */
  readonly from?: (offset: number) => AsyncIterable<Uint8Array>;
};

/** A file's content, in memory or elsewhere. */
export type FileBytes = Uint8Array | StoredBytes;

/** A file's whole content, in memory. */
export async function wholeBytes(bytes: FileBytes): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes;
  const whole = new Uint8Array(bytes.byteLength);
  let position = 0;
  for await (const piece of bytes) {
    whole.set(piece, position);
    position += piece.byteLength;
  }
  return whole;
}
