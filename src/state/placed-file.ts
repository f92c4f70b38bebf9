import type { Instant } from "../core/time.ts";

/** A file that the test placed; clients fetch it through a URL that carries its signature. */
export type PlacedFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The URL is refused from this instant on. */
  readonly expiresAt: Instant;
  readonly signature: string;
};
