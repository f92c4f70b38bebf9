// What visitors do: they create several kinds of jobs, read them in several ways, and run tests at the same time.
const FORMATS = ["json", "csv", "parquet"];

/** A response that is held back by a fault is given up after this time. */
const PATIENCE_MS = 50;

/** Number of jobs after which a sandbox is reset, to bound its size. */
const MOST_JOBS = 40;

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string" },
    tags: { type: "array", items: { pattern: "^[a-z]{3,8}$" } },
  },
  required: ["name"],
};

const FAULTS = [
  { on: "getJobStatus", status: 503, every: 7 },
  { on: "createJob", delay: "1s", every: 4 },
  { on: "createJob", lostResponse: true, every: 9 },
  { on: "getResults", truncate: { atShare: "50%" }, every: 3 },
  { on: "getResults", reset: { afterBytes: 100 }, every: 4 },
  { on: "getResults", corruptFile: "zipChecksum", every: 5 },
  { on: "getQuotas", hang: true },
];

const inputs = (count) =>
  Array.from({ length: count }, (_, i) => `Review ${i}: it came late again.`);

async function allResults(visitor, body) {
  const jobId = await visitor.create(body);
  if (jobId === undefined) return;
  await visitor.finish(jobId);
  for (const format of FORMATS) await visitor.results(jobId, format);
}

/** A reader that is too slow for its file, and one that disconnects. */
async function badReaders(visitor, format) {
  const jobId = await visitor.create({ inputs: inputs(4000) });
  if (jobId === undefined) return;
  await visitor.finish(jobId);
  await Promise.all([
    visitor.readSlowly(jobId, format, { pauseMs: 20, mostPieces: 100 }),
    visitor.readSlowly(jobId, format, { pauseMs: 0, mostPieces: 1 }),
  ]);
}

async function dataset(visitor) {
  const created = await visitor.call("GET", "/create-dataset");
  const { dataset_id } = JSON.parse(created.text);
  const form = new FormData();
  form.set("dataset_id", dataset_id);
  form.set("file", new Blob([`inputs\n${inputs(300).join("\n")}\n`]), "rows.csv");
  await visitor.call("POST", "/upload-to-dataset", { body: form });
  await allResults(visitor, { inputs: dataset_id, job_priority: 1 });
}

async function url(visitor) {
  const placed = await visitor.control(
    "PUT",
    "/files/rows.csv",
    `inputs\n${inputs(300).join("\n")}`,
  );
  await allResults(visitor, { inputs: JSON.parse(placed.text).url, job_priority: 1 });
}

async function canceled(visitor) {
  const jobId = await visitor.create({ inputs: inputs(500) });
  if (jobId === undefined) return;
  await visitor.call("GET", `/v1/job-cancel/${jobId}`);
  await visitor.finish(jobId);
  await visitor.call("GET", `/stream-job-progress/${jobId}`);
}

/** A test that reads everything, and one that waits for a response that never comes. */
async function control(visitor) {
  for (const path of ["/snapshot", "/report", "/findings", "/journal?status=200"])
    await visitor.control("GET", path);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  if (visitor.isFaulted) await visitor.call("GET", "/get-quotas", { signal });
  await visitor.call("POST", "/batch-inference", { json: { inputs: 1, model: "none" } });
}

async function bounded(visitor) {
  const { text } = await visitor.control("GET", "/sandbox");
  if (JSON.parse(text).jobs < MOST_JOBS) return;
  await visitor.control("POST", "/reset");
  await prepare(visitor);
}

/** Puts the visitor's faults into effect; a reset removes them. */
export async function prepare(visitor) {
  if (visitor.isFaulted)
    await visitor.control("POST", "/faults", JSON.stringify({ faults: FAULTS }));
}

/** All kinds of visits, in turn. Each creates a few jobs at most. */
export const VISITS = [
  (visitor) => allResults(visitor, { inputs: inputs(100) }),
  (visitor) => allResults(visitor, { inputs: inputs(20), json_schema: SCHEMA }),
  ...FORMATS.map((format) => (visitor) => badReaders(visitor, format)),
  ...[dataset, url, canceled, control, bounded],
];
