// Time from spawn to the first complete response, compared with a bare Express server, as installed from npm.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { cpuMsOf } from "../harness/cpu-time.mjs";
import { SIMULATOR, send, startAlone, WITH_BANNER } from "../support.mjs";

const LISTEN = `.listen(0, "127.0.0.1", function () {
  console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + this.address().port }));
});`;
const EXPRESS_SOURCE = `
const express = require("express");
const app = express();
app.get("/job-status/:id", (req, res) => res.json({ job_status: { [req.params.id]: "SUCCEEDED" } }));
app${LISTEN}`;
const HTTP_SOURCE = `
require("node:http").createServer((req, res) => {
  const id = req.url.slice(req.url.lastIndexOf("/") + 1);
  const body = JSON.stringify({ job_status: { [id]: "SUCCEEDED" } });
  res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  res.end(body);
})${LISTEN}`;

const STATUS = ["GET", "/job-status/none"];
/** The query has to be validated, unlike a status request, which can only have a wrong key. */
const RESULTS = ["GET", "/jobs/none/results?result_format=json"];
const CREATE = ["POST", "/batch-inference", { body: JSON.stringify({ inputs: ["a"] }) }];

/** Arguments of Node for the server that startup and status polls are compared with. */
export const BARE_EXPRESS = ["-e", EXPRESS_SOURCE];

/** Arguments of Node for the fastest possible server of status polls. */
export const BARE_HTTP = ["-e", HTTP_SOURCE];

/** The same server bundled into one file, as this program is shipped. */
async function bundledExpress() {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "express.cjs");
  const stdin = { contents: EXPRESS_SOURCE, resolveDir: import.meta.dirname };
  await build({ stdin, outfile, bundle: true, minify: true, platform: "node", logLevel: "error" });
  return [outfile];
}

async function startPrinting(args) {
  const started = await startAlone(args, (line) => URL_PRINTED.test(line));
  return { ...started, baseUrl: URL_PRINTED.exec(started.line)[0] };
}

const URL_PRINTED = /http:\/\/127\.0\.0\.1:\d+/;

/** `prepare` resolves with a function that starts a server. */
function figure(name, prepare, { request: [method, path, options], ...compared }) {
  const open = async () => {
    const start = await prepare();
    return { measure: () => measured(start) };
  };
  const measured = async (start) => {
    const startedAt = performance.now();
    const { baseUrl, pid, stop } = await start();
    const { status } = await send(method, baseUrl + path, options);
    const wallMs = performance.now() - startedAt;
    const cpuMs = await cpuMsOf(pid);
    await stop();
    if (status >= 500) throw new Error(`${method} ${path} responded with ${status}.`);
    return { units: 1, wallMs, cpuMs };
  };
  return { name, unit: "start", ...compared, open };
}

const program = (args) => async () => {
  const all = await args();
  return () => startPrinting(all);
};

const FLOOR = "bare Express, status request";
const AGAINST_EXPRESS = { request: STATUS, floor: FLOOR };
const simulator = program(async () => SIMULATOR);
const withBanner = program(async () => WITH_BANNER);
const ours = (name, request, time) =>
  figure(name, withBanner, { request, floor: FLOOR, target: { time } });

export const group = {
  rounds: 15,
  figures: [
    figure(
      FLOOR,
      program(async () => BARE_EXPRESS),
      { request: STATUS },
    ),
    figure("bundled Express, status request", program(bundledExpress), AGAINST_EXPRESS),
    figure(
      "node:http, status request",
      program(async () => BARE_HTTP),
      AGAINST_EXPRESS,
    ),
    ours("status request", STATUS, 1.1),
    ours("results request", RESULTS, 1.1),
    ours("create request", CREATE, 1.4),
  ],
};

/** Another program's figures, and ours compared with them if there is a target. */
export function peerFigures({ name, start, path, mostTime }) {
  const theirs = `${name}, status request`;
  const figures = [
    figure(theirs, async () => start, { request: ["GET", path], floor: FLOOR, isPeer: true }),
  ];
  if (mostTime === undefined) return figures;
  const against = { request: STATUS, floor: theirs, target: { time: mostTime }, isPeer: true };
  return [...figures, figure(`status request, against ${name}`, simulator, against)];
}
