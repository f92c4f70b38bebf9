// Writes the tables of docs/performance.md from results of `npm run bench -- --json`, one on each version of Node:
// node scripts/write-performance.mjs NODE_20.json NODE_24.json [PEERS.json], where the last one was made with `--peers`.
import { readFile, writeFile } from "node:fs/promises";
import { duration, noteOf, targetText } from "../bench/harness/table.mjs";
import { table } from "./docs/markdown.mjs";

const PAGE = "docs/performance.md";

const runs = await Promise.all(process.argv.slice(2).map(readRun));
const [first, second, peers] = runs;
if (second === undefined) {
  console.error("Expected two files, or three, with the output of `npm run bench -- --json`.");
  process.exit(2);
}

let page = await readFile(PAGE, "utf8");
// The page has no tables for some groups, such as those that don't measure speed.
for (const name of Object.keys(second.groups).filter((each) => page.includes(`<!-- ${each} -->`)))
  page = withBlock(page, name, groupTable(name));
if (peers !== undefined) page = withBlock(page, "peers", peersTable(peers.groups));
await writeFile(PAGE, page);

async function readRun(file) {
  return JSON.parse(await readFile(file, "utf8"));
}

function withBlock(text, name, block) {
  const marks = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start === -1 || end === -1) throw new RangeError(`Expected ${marks[0].trim()} in ${PAGE}.`);
  return `${text.slice(0, start)}${marks[0]}${block}${text.slice(end)}`;
}

/** A row for each figure: its own time, or its ratio to the floor, depending on the group's targets. */
function groupTable(name) {
  const isTime = second.groups[name].some(({ target }) => target?.time !== undefined);
  const heads = [first, second].flatMap(({ node }) => {
    const version = `Node ${/\d+/.exec(node)}`;
    return [version, `${version}, CPU time`];
  });
  const rows = figureNames(name).map((figureName) => {
    const both = [first, second].map(({ groups }) =>
      groups[name]?.find((each) => each.name === figureName),
    );
    const { floor, target } = both.find((figure) => figure !== undefined);
    return [
      figureName,
      floor ?? "",
      ...both.flatMap((each) => cellsOf(each, isTime)),
      target === undefined ? "" : targetText(target),
    ];
  });
  return table(["", "against", ...heads, "target"], rows);
}

/** The newer Node version has more figures, such as SQLite's. */
function figureNames(name) {
  return second.groups[name].map((figure) => figure.name);
}

function cellsOf(figure, isTime) {
  if (figure === undefined) return ["–", "–"];
  const { unit, wallMs, cpuMs, floor, time, cpuRatio, isMet } = figure;
  const ratio = isTime ? `${time?.toFixed(2)}× time` : `${(1 / time).toFixed(2)}× speed`;
  const wall = floor === undefined ? `${duration(wallMs)} per ${unit}` : ratio;
  const note = noteOf(figure);
  const extra = note === "" ? "" : `, ${note}`;
  return [
    `${wall}${extra}${isMet ? "" : " (missed)"}`,
    floor === undefined || cpuRatio === undefined ? cpuText(cpuMs) : times(cpuRatio),
  ];
}

/** JSON has null for the CPU time of a program that doesn't report it. */
function cpuText(cpuMs) {
  return cpuMs === null ? "–" : duration(cpuMs);
}

/** Each program against a bare Express server. */
function peersTable({ startup, polls }) {
  const programs = polls
    .map(({ name }) => /^polls, (?!bare|node:)(.+)$/.exec(name)?.[1])
    .filter((name) => name !== undefined);
  const rows = [
    ["batch-sim", "status request", "polls"],
    ...programs.map((name) => [name, `${name}, status request`, `polls, ${name}`]),
  ].map(([name, start, poll]) => {
    const started = startup.find((figure) => figure.name === start);
    const polled = polls.find((figure) => figure.name === poll);
    return [
      name,
      times(started.time),
      times(started.cpuRatio),
      times(1 / polled.time),
      times(polled.cpuRatio),
    ];
  });
  const head = ["program", "start, time", "start, CPU time", "polls, speed", "polls, CPU time"];
  const steady = startup.find((figure) => figure.name === "status request, against Steady");
  const sentence = `batch-sim started in ${times(steady.time)} the time that Steady took. The target is at most ${steady.target.time}×.`;
  return `${table(head, rows)}\n${sentence}\n`;
}

function times(ratio) {
  return `${ratio.toFixed(2)}×`;
}
