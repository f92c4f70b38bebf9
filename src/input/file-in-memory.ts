import type { RandomAccessFile } from "../codec/table.ts";

const CHUNK_BYTES = 256 * 1024;

/** Bytes in memory as a file; they are shared, not copied. */
export function fileInMemory(bytes: Uint8Array): RandomAccessFile {
  return {
    byteLength: bytes.length,
    slice: async (start, end) => bytes.subarray(start, end),
    async *stream() {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        yield bytes.subarray(start, start + CHUNK_BYTES);
      }
    },
  };
}
