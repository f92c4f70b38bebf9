// 100,000 inputs as records of another API, next to the same inputs as strings: creating the job, the first status after its end,
// and downloading its results.
import { realInputs } from "../inputs/inputs.mjs";
import { download, send, startSimulatorProcess } from "../support.mjs";

const ROWS = 100_000;
const INPUTS = realInputs();
/** Far less than all rows take. */
const MOST_MB = 40;

/** By kind of inputs: how to create a job, and where to find it and its results. */
const KINDS = {
  strings: {
    options: [],
    headers: { authorization: "Key bench" },
    path: "/batch-inference",
    bodyOf: (inputs) => ({ inputs }),
    idOf: ({ job_id }) => job_id,
    statusOf: (id) => `/jobs/${id}`,
    resultsOf: (id) => `/jobs/${id}/results?result_format=json`,
  },
  records: {
    options: ["--api", "anthropic"],
    headers: { "x-api-key": "bench" },
    path: "/v1/messages/batches",
    bodyOf: (inputs) => ({ requests: inputs.map(recordOf) }),
    idOf: ({ id }) => id,
    statusOf: (id) => `/v1/messages/batches/${id}`,
    resultsOf: (id) => `/v1/messages/batches/${id}/results`,
  },
};

function recordOf(content, index) {
  const messages = [{ role: "user", content }];
  return {
    custom_id: `row-${index}`,
    params: { model: "claude-sonnet-4-5", max_tokens: 1024, messages },
  };
}

async function open(kind, scale) {
  const { options, headers, path, bodyOf, idOf, ...urls } = KINDS[kind];
  const rows = ROWS * scale;
  const server = await startSimulatorProcess(
    ...["--scenario", "instant", "--max-body", "1gb", ...options],
  );
  const inputs = Array.from({ length: rows }, (_, index) => INPUTS[index % INPUTS.length]);
  const body = JSON.stringify(bodyOf(inputs));
  const { baseUrl } = server.ready;
  const create = async () => {
    const { status, text } = await send("POST", baseUrl + path, { body, headers });
    if (status !== 200) throw new Error(`Expected 200, got ${status} ${text.slice(0, 300)}`);
    return idOf(JSON.parse(text));
  };
  return { server, rows, headers, create, urlOf: (part, id) => baseUrl + urls[part](id) };
}

/** Measures work that resolves with the units that it did. */
async function timed({ usage }, work) {
  const before = await usage();
  const startedAt = performance.now();
  const units = await work();
  const wallMs = performance.now() - startedAt;
  const { cpuMs, peakBytes } = await usage();
  const growthMb = Math.round((peakBytes - before.peakBytes) / 1e6);
  return { units, wallMs, cpuMs: cpuMs - before.cpuMs, growthMb };
}

function created(kind, compared = {}) {
  return {
    name: `${kind}, create`,
    unit: "row",
    ...compared,
    open: async ({ scale }) => {
      const { server, rows, create } = await open(kind, scale);
      const measure = () =>
        timed(server, async () => {
          await create();
          return rows;
        });
      return { measure, close: server.stop };
    },
  };
}

function downloaded(kind, compared = {}) {
  return {
    name: `${kind}, results`,
    // Rows of the two kinds differ in length.
    unit: "kB",
    ...compared,
    open: async ({ scale }) => {
      const { server, headers, create, urlOf } = await open(kind, scale);
      const url = urlOf("resultsOf", await create());
      const measure = () => timed(server, async () => (await download(url, headers)) / 1000);
      return { measure, close: server.stop };
    },
  };
}

const firstStatus = {
  name: "records, first status after the end",
  unit: "status",
  target: { ms: 100 },
  open: async ({ scale }) => {
    const { server, headers, create, urlOf } = await open("records", scale);
    const measure = async () => {
      const url = urlOf("statusOf", await create());
      return timed(server, async () => {
        const { text } = await send("GET", url, { headers });
        if (JSON.parse(text).processing_status !== "ended") throw new Error(text);
        return 1;
      });
    };
    return { measure, close: server.stop };
  },
};

export const group = {
  rounds: 3,
  isWarm: true,
  figures: [
    created("strings"),
    created("records", { floor: "strings, create", target: { time: 5 } }),
    downloaded("strings"),
    downloaded("records", {
      floor: "strings, results",
      target: { speed: 0.9, growthMb: MOST_MB },
    }),
    firstStatus,
  ],
};
