import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "@jest/globals";
import type { ExploreReport } from "../../src/explore/report/explore-report.ts";
import { type Ended, run } from "../cli/process.ts";

export const CLIENT = resolve("test", "explore", "client.mjs");

/** The folder in which a file's tests explore. */
export const folder = await mkdtemp(join(tmpdir(), "explore-"));
afterAll(() => rm(folder, { recursive: true }));

/** Explores a client with these defects, with reports in a separate folder. */
export async function explored(
  name: string,
  options: readonly string[],
  defects: readonly string[] = [],
): Promise<Ended & { readonly report: ExploreReport }> {
  const words = ["explore", "--report-dir", name, ...options, "--", "node", CLIENT, ...defects];
  const ended = await run(words, { cwd: folder });
  return { ...ended, report: await reportIn(name) };
}

export async function reportIn(name: string): Promise<ExploreReport> {
  const text = await readFile(join(folder, name, "explore.json"), "utf8").catch(() => "{}");
  return JSON.parse(text);
}

/** Each experiment's ID and verdict. */
export const verdictsIn = ({ results }: ExploreReport): readonly (readonly [string, string])[] =>
  results.map(({ id, verdict }) => [id, verdict]);
