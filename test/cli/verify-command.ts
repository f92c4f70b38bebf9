import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, run } from "./process.ts";

export const KEY = "sk-verify-1234567";
const OPTIONS = ["--api-key-from", "SERVICE_KEY", "--yes", "--poll-interval", "1ms"];

export function verify(against: string, ...options: readonly string[]): Promise<Ended> {
  return run(["verify", "--against", against, ...OPTIONS, ...options], {
    env: { SERVICE_KEY: KEY },
  });
}

export const folderFor = async (name: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), "batch-sim-verify-")), name);

export const DRIFT = `
  - { target: "$['x-states']", update: { running: PROCESSING } }
  - { target: "$.paths['/batch-inference'].post['x-batch-sim']", update: { status: 201 } }
  - { target: "$['x-errors']['unknown-job-on-cancel']", update: { status: 410 } }
`;
