import type { Dataset } from "../../state/dataset.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { DatasetSnapshot, Snapshot } from "../reports.ts";
import { clockReading, clockReadingGrammar } from "../shared/clock-reading.ts";
import { exchangeGrammar } from "../shared/exchange-grammar.ts";
import { factsGrammar, shownFacts } from "../shared/fact-grammar.ts";
import { scenarioGrammar } from "../shared/scenario-grammar.ts";
import { defineVerb, type GrammarKit, type NoArguments, type Verb } from "../verb.ts";

/** Shows the whole state of a sandbox as plain data; inputs and files appear by their size only. */
export const getSnapshotVerb: Verb<NoArguments, Snapshot> = defineVerb({
  route: { method: "GET", path: "/snapshot", summary: "Show the whole state of the sandbox" },
  arguments: ({ noArguments }) => noArguments,
  response: (kit) => {
    const { z, zeroOrMore, instant, list } = kit;
    return z.strictObject({
      name: z.string(),
      seed: z.int(),
      clock: clockReadingGrammar(kit),
      scenario: scenarioGrammar(kit),
      jobs: list(z.strictObject({ jobId: z.string(), facts: factsGrammar(kit) })),
      submissions: z.record(z.string(), zeroOrMore),
      datasets: list(datasetGrammar(kit)),
      faultHits: z.record(z.string(), hitsGrammar(kit)),
      calls: z.record(z.string(), zeroOrMore),
      rate: z.strictObject({ tokens: z.number(), at: instant }).nullable(),
      files: list(z.strictObject({ name: z.string(), byteLength: zeroOrMore, expiresAt: instant })),
      journal: list(exchangeGrammar(kit)),
    });
  },
  act: async ({ sandbox }) => {
    await sandbox.readings.all(sandbox.clock.now());
    return { ...identityOf(sandbox), ...contentOf(sandbox) };
  },
});

function hitsGrammar({ z, zeroOrMore, instant }: GrammarKit) {
  const bucket = z.strictObject({ credit: z.number(), at: instant });
  return z.strictObject({
    matched: zeroOrMore,
    fired: zeroOrMore,
    bucket: z.exactOptional(bucket),
  });
}

function datasetGrammar({ z, zeroOrMore, instant, list }: GrammarKit) {
  const file = z.strictObject({
    fileName: z.string(),
    byteLength: zeroOrMore,
    numRows: zeroOrMore,
  });
  return z.strictObject({
    datasetId: z.string(),
    addedAt: instant,
    updatedAt: instant,
    files: list(file),
  });
}

function identityOf(sandbox: Sandbox) {
  const { name, seed, scenario } = sandbox;
  return { name, seed, clock: clockReading(sandbox), scenario };
}

function contentOf(sandbox: Sandbox) {
  const now = sandbox.clock.now();
  const { jobs, submissions, datasets, faultHits, calls, rate, files } = sandbox.state;
  return {
    jobs: [...jobs.keys()].map((jobId) => {
      return { jobId, facts: shownFacts(sandbox.timelines.knownAt(jobId, now).facts) };
    }),
    submissions: Object.fromEntries(submissions),
    datasets: [...datasets.values()].map(datasetOf),
    faultHits: Object.fromEntries(faultHits),
    calls: Object.fromEntries(calls),
    rate: rate ?? null,
    files: [...files.values()].map(({ name, bytes, expiresAt }) => {
      return { name, byteLength: bytes.byteLength, expiresAt };
    }),
    journal: sandbox.journal.exchanges(),
  };
}

function datasetOf({ datasetId, addedAt, updatedAt, files }: Dataset): DatasetSnapshot {
  const described = files.map(({ fileName, bytes, numRows }) => {
    return { fileName, byteLength: bytes.byteLength, numRows };
  });
  return { datasetId, addedAt, updatedAt, files: described };
}
