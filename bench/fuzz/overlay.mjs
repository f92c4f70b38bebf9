// Overlays with arbitrary changes anywhere in the document. The program reads them when it starts.
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { anyText, mutated } from "./mutations.mjs";
import { pattern } from "./pattern.mjs";
import { anyJson, schemas } from "./schema.mjs";

const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const DOCUMENT = JSON.parse(readFileSync(own("../../dist/openapi.json"), "utf8"));

/** An overlay that takes longer has blocked the process for good. */
const MOST_MS = 20_000;

/** Every part of the document: its parent's path, its key, and its value. */
function partsOf(value, path = "$") {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { parent: path, key, value: inner },
    ...partsOf(inner, `${path}['${key.replaceAll("'", "\\'")}']`),
  ]);
}

const part = fc.constantFrom(...partsOf(DOCUMENT).filter(({ parent }) => !/\[\d+\]/.test(parent)));

/** Templates that are hard to render. */
const templates = fc.constantFrom(
  ...[{ $eval: "1/0" }, { $eval: "jobs[99]" }, { $eval: "(".repeat(500) }, { $eval: 1 }, "${{"],
  ...[{ $map: { $eval: "jobs" }, "each(x)": { $eval: "x" } }, { $if: "jobId", then: 1 }, { $x: 1 }],
  ...[
    { $reverse: 1 },
    { $sort: [2, "a"] },
    { $merge: [1] },
    { $flatten: "a" },
    "${jobId",
    { $eval: "'a' * 9" },
  ],
);
const replacement = fc.oneof(
  part.map(({ value }) => value),
  ...[
    anyJson,
    templates,
    pattern,
    schemas,
    fc.constantFrom("get", "createJob", "body.inputs", 200, 500),
  ],
);

const change = fc.oneof(
  part.map(({ parent, key }) => [{ target: `${parent}['${key}']`, remove: true }]),
  fc.tuple(part, replacement).map(([{ parent, key }, value]) => [
    { target: `${parent}['${key}']`, remove: true },
    { target: parent, update: { [key]: value } },
  ]),
  fc
    .tuple(part, anyText, replacement)
    .map(([{ parent }, key, value]) => [{ target: parent, update: { [key]: value } }]),
  fc
    .tuple(part, part)
    .map(([from, to]) => [{ target: to.parent, copy: `${from.parent}['${from.key}']` }]),
  fc
    .tuple(
      fc.constantFrom("$..*", "$[?@.a==1]", "$[?match(@,'(a+)+$')]", "$.paths.*", "$[", "$"),
      anyJson,
    )
    .map(([target, update]) => [{ target, update }]),
);

const overlays = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => ({
  overlay: "1.1.0",
  info: { title: "Any", version: "1" },
  actions: changes.flat(),
}));
const texts = overlays.map((overlay) => JSON.stringify(overlay));

/** Attacks the overlay loader, and the operations of the overlays that it accepts. */
export const overlay = {
  name: "overlay",
  cases: fc.oneof({ weight: 8, arbitrary: texts }, mutated(texts)),
  open: openHost,
};

/** A process that tries overlays; it is started again after it has failed. */
function openHost() {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-fuzz-"));
  const file = join(folder, "overlay.yaml");
  let host;
  const stop = () => {
    host?.kill("SIGKILL");
    host = undefined;
  };
  return {
    judge: async (text) => {
      writeFileSync(file, text);
      host ??= fork(own("overlay-host.mjs"));
      const failure = await answerOf(host, file);
      if (failure === undefined) return;
      stop();
      throw new Error(failure);
    },
    close: () => {
      stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function answerOf(host, file) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(`no answer in ${MOST_MS / 1000} s`), MOST_MS);
    const exited = (code, signal) => done(`The process ended with ${signal ?? code}.`);
    const done = (failure) => {
      clearTimeout(timer);
      host.off("exit", exited);
      resolve(failure);
    };
    host.once("message", ({ failure }) => done(failure)).once("exit", exited);
    host.send(file);
  });
}
