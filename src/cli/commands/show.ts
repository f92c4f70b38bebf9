import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readTrace } from "../../control/shared/trace-text.ts";
import { EXIT_OK, tryFiles } from "../output/failure.ts";
import { writeOwnFile } from "../output/own-files.ts";
import { reportPage } from "../output/write-reports.ts";

/** Writes a page next to a trace file; opens the page if a person is at the terminal. */
export async function showTrace([file = ""]: readonly string[]): Promise<number> {
  const page = resolve(`${file.replace(/\.ndjson$/, "")}.html`);
  await tryFiles(
    async () => {
      const trace = await readFile(file, "utf8");
      await writeOwnFile(page, await reportPage(readTrace(trace).report, trace));
    },
    (reason) =>
      `Failed to show the trace \`${file}\`: ${reason}. \`exec\` and \`report\` write traces with \`--report-dir\`.`,
  );
  const { href } = pathToFileURL(page);
  process.stdout.write(`${href}\n`);
  if (process.stdout.isTTY) openInBrowser(href);
  return EXIT_OK;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in a browser. A failure needs no message, because the address was printed. */
function openInBrowser(href: string): void {
  const [program = "", ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, href], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
