import type { Paint } from "./paint.ts";

const BAR_WIDTH = 30;

export type Step = { readonly state: string; readonly done: number; readonly total: number };

export type Screen = Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): boolean };

/** Shows a job's progress: as a bar on a terminal, otherwise as one line per change. */
export class Progress {
  readonly #screen: Screen;
  readonly #paint: Paint;
  #last = "";

  constructor(screen: Screen, paint: Paint) {
    this.#screen = screen;
    this.#paint = paint;
  }

  show(step: Step): void {
    const text = this.#screen.isTTY ? this.#bar(step) : lineOf(step);
    if (text === this.#last) return;
    this.#last = text;
    this.#screen.write(this.#screen.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
  }

  /** Keeps the last state on the screen. */
  end(): void {
    if (this.#screen.isTTY) this.#screen.write("\n");
  }

  #bar({ state, done, total }: Step): string {
    const filled = total === 0 ? 0 : Math.floor((done / total) * BAR_WIDTH);
    const bar =
      this.#paint.green("█".repeat(filled)) + this.#paint.dim("░".repeat(BAR_WIDTH - filled));
    return `  ${bar}  ${done}/${total} rows  ${state}`;
  }
}

/** Without a terminal, progress is shown in quarters, so that a log stays short. */
function lineOf({ state, done, total }: Step): string {
  const quarter = total === 0 ? 0 : Math.floor((done / total) * 4) * 25;
  return `  ${state}${quarter === 0 ? "" : `, ${quarter}%`}`;
}
