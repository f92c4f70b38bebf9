import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { checkFile } from "../../src/simulator/open-scenario.ts";
import { SCENARIOS } from "../support/built-in-scenarios.ts";
import { play, readTranscript } from "./transcript.ts";

// Every built-in scenario that the default API can play has a transcript of what a client sees at each call, `<its name>.txt` next to this file.
// `UPDATE_TRANSCRIPTS=1 npm test -- test/scenarios` rewrites the transcripts.

const textOf = (name: string): string => readFileSync(`test/scenarios/${name}.txt`, "utf8");

test("every built-in scenario has a transcript, and every transcript a scenario", () => {
  expect(SCENARIOS.length).toBeGreaterThan(20);
  const files = readdirSync("test/scenarios").filter((file) => file.endsWith(".txt"));
  expect(files.map((file) => file.replace(/\.txt$/, ""))).toEqual(SCENARIOS);
});

describe.each(SCENARIOS)("%s", (name) => {
  test("is played as it is written, twice to the same byte", async () => {
    const transcript = readTranscript(textOf(name));
    const played = await play(name, transcript);
    if (process.env["UPDATE_TRANSCRIPTS"] !== undefined) update(name, played.lines);
    else expect(played.lines).toEqual(transcript.lines);
    expect(await play(name, transcript)).toEqual(played);
  });

  test("says what happens and what a good client does; nothing else is doubtful than what is meant", async () => {
    const document = await loadBaseDocument();
    const { scenario, issues } = await checkFile(`scenarios/${name}.yaml`, document);
    expect(scenario).toMatchObject({
      name,
      description: expect.stringMatching(/^[A-Z].{20,120}\.$/),
      goodClient: expect.stringMatching(/^[A-Z].{20,120}\.$/),
    });
    const found = new Set(issues.map(({ rule }) => rule));
    expect([...found]).toEqual(readTranscript(textOf(name)).meant);
  });
});

function update(name: string, lines: readonly string[]): void {
  const head = textOf(name)
    .split("\n")
    .filter((line) => line.startsWith("#"));
  writeFileSync(`test/scenarios/${name}.txt`, `${[...head, ...lines].join("\n")}\n`);
}
