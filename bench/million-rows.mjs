// The growth of the simulator's memory while each format of a job with a million rows is
// downloaded.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Readable } from "node:stream";
import { send, startSimulatorProcess } from "./support.mjs";

const ROWS = Number(process.env.ROWS ?? 1_000_000);

function* body() {
  yield '{"inputs":[';
  for (let start = 0; start < ROWS; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, ROWS - start) }, (_, i) =>
      JSON.stringify(
        `Review ${start + i}: the parcel came late, but the support answered within the hour and sent a new one.`,
      ),
    );
    yield (start === 0 ? "" : ",") + rows.join(",");
  }
  yield "]}";
}

const sim = await startSimulatorProcess("--scenario", "instant", "--max-body", "1gb");
const { baseUrl } = sim.ready;
const mb = (bytes) => Math.round(bytes / 1024 / 1024);
const rss = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${sim.pid}/status`, "utf8"))[1]) * 1024;

const startedAt = performance.now();
const created = await send("POST", `${baseUrl}/batch-inference`, { body: Readable.from(body()) });
const jobId = JSON.parse(created.text).job_id;
console.log(`million rows: ${ROWS} rows submitted in ${seconds(startedAt)}, RSS ${mb(rss())} MB`);

for (const format of ["json", "csv", "parquet"]) {
  const before = rss();
  const begun = performance.now();
  let [bytes, peak] = [0, before];
  const sampler = setInterval(() => {
    peak = Math.max(peak, rss());
  }, 20);
  await new Promise((resolve, reject) => {
    const url = `${baseUrl}/jobs/${jobId}/results?result_format=${format}&include_inputs=true&include_cumulative_logprobs=true`;
    request(url, { headers: { authorization: "Key bench" } }, (response) => {
      response.on("data", (chunk) => {
        bytes += chunk.length;
      });
      response.on("end", resolve).on("error", reject);
    }).end();
  });
  clearInterval(sampler);
  console.log(
    `million rows: ${format} ${mb(bytes)} MB in ${seconds(begun)}, RSS grew by ${mb(peak - before)} MB (aim: under 300)`,
  );
}
await sim.stop();

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
