import type { Instant } from "../core/time.ts";

/** A file that the test has placed, to be fetched by a URL that carries its signature. */
export type PlacedFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** From this instant on the URL is refused. */
  readonly expiresAt: Instant;
  readonly signature: string;
};

/** The files that the test has placed in a sandbox, by name. */
export class PlacedFiles {
  readonly #files = new Map<string, PlacedFile>();

  /** Places a file; one of the same name is replaced, and its URL refused from then on. */
  put(file: PlacedFile): void {
    this.#files.set(file.name, file);
  }

  find(name: string): PlacedFile | undefined {
    return this.#files.get(name);
  }

  all(): readonly PlacedFile[] {
    return [...this.#files.values()];
  }

  get byteLength(): number {
    return this.all().reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }
}
