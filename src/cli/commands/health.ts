import { get as getPlain } from "node:http";
import { get as getOverTls } from "node:https";
import { text } from "node:stream/consumers";
import { READY_PATH } from "../../control/control-path.ts";
import type { Options } from "../../options/option-table.ts";
import { START_PORT } from "../../options/simulator-table.ts";
import { EXIT_OK, EXIT_REFUSED } from "../output/failure.ts";

const TIMEOUT_MS = 4000;

/**
 * Asks a simulator on a port of this machine whether it is ready; resolves with the exit status.
 * Takes the same options as `start`, so that a container's variables apply to both.
 */
export async function health({ port = START_PORT, control, tlsCert }: Options): Promise<number> {
  // The simulator serves `/healthz` even without the control API.
  const path = control === false ? "/healthz" : READY_PATH;
  const url = `${tlsCert === undefined ? "http" : "https"}://127.0.0.1:${port}${path}`;
  const problem = await problemAt(url).catch((error: Error) => error.message);
  if (problem === undefined) return EXIT_OK;
  process.stderr.write(
    `batch-sim: Expected the simulator at ${url} to be ready, got: ${problem}\n`,
  );
  return EXIT_REFUSED;
}

/** Resolves with a reason if the simulator isn't ready, or with undefined if it is ready. */
function problemAt(url: string): Promise<string | undefined> {
  // The certificate isn't checked: it is for the clients' host name, and nothing secret is sent.
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? getOverTls(url, options) : getPlain(url, options);
    request.once("error", reject).once("response", async (response) => {
      // Another server may respond with a whole page.
      const body = (await text(response).catch(() => "")).slice(0, 180);
      resolve(Number(response.statusCode) < 300 ? undefined : `${response.statusCode} ${body}`);
    });
  });
}
