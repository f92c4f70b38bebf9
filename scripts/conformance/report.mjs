import { dirname } from "node:path";

const COLUMNS = [
  "files",
  "ajv",
  "conform",
  "unsat",
  "unsupp",
  "invalid",
  "slow",
  "failed",
  "hung",
  "rows/s",
];

/** Prints a table by subfolder and every file with a problem; returns whether there were none. */
export function printReport(results) {
  const folders = [...new Set(results.map((result) => dirname(result.file)))];
  const rows = folders.map((folder) =>
    summary(
      folder,
      results.filter((it) => dirname(it.file) === folder),
    ),
  );
  rows.push(summary("all", results));
  const width = Math.max(...rows.map((row) => row.name.length));
  console.log(["".padEnd(width), ...COLUMNS.map((name) => name.padStart(8))].join(" "));
  for (const row of rows) {
    console.log(
      [row.name.padEnd(width), ...row.cells.map((cell) => String(cell).padStart(8))].join(" "),
    );
  }
  const bad = results.filter(
    (result) => result.outcome !== "conforming" && result.isCompiledByAjv !== false,
  );
  for (const result of bad)
    console.log(`${result.outcome.padEnd(13)} ${result.file}: ${result.error}`);
  for (const result of results.filter((it) => it.verdict?.kind === "slow")) {
    console.log(`slow          ${result.file}: ${result.verdict.reason}`);
  }
  for (const result of [...results]
    .sort((a, b) => (b.compileMs ?? 0) - (a.compileMs ?? 0))
    .slice(0, 5)) {
    console.log(`compile       ${result.file}: ${Math.round(result.compileMs ?? 0)} ms`);
  }
  for (const result of results.filter((it) => it.rowsPerSecond < 500)) {
    console.log(`few rows      ${result.file}: ${Math.round(result.rowsPerSecond)} rows/s`);
  }
  return bad.every((result) => result.outcome === "unsatisfiable");
}

function summary(name, results) {
  const count = (test) => results.filter(test).length;
  const of = (outcome) =>
    count((result) => result.outcome === outcome && result.isCompiledByAjv !== false);
  const speeds = results.flatMap((result) => result.rowsPerSecond ?? []).sort((a, b) => a - b);
  return {
    name,
    cells: [
      results.length,
      count((result) => result.isCompiledByAjv),
      of("conforming"),
      of("unsatisfiable"),
      of("unsupported"),
      of("invalid"),
      count((result) => result.verdict?.kind === "slow"),
      of("failed"),
      of("hung"),
      Math.round(speeds[Math.floor(speeds.length / 2)] ?? 0),
    ],
  };
}
