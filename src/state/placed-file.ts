import type { Instant } from "../core/time.ts";
import type { FileBytes } from "./file-bytes.ts";

/** A file that the test placed; clients fetch it through a signed URL. */
export type PlacedFile = {
  readonly name: string;
  readonly bytes: FileBytes;
  readonly contentType: string;
  /** The URL is rejected from this instant on. */
  readonly expiresAt: Instant;
  readonly signature: string;
};
