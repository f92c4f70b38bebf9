import type { Palette } from "../../findings/report/terminal-report.ts";
import type { VerdictName } from "../../options/explore-table.ts";
import { TRIAL_GROUPS } from "../plan/trials.ts";
import {
  countsOf,
  type ExperimentResult,
  type ExploreReport,
  matrixOf,
  VERDICT_SIGNS,
} from "./explore-report.ts";

/** Maximum number of results, and of skipped experiments, to describe. */
const MAX_DESCRIBED = 20;

/** Said once if damaged rows can't be judged. */
export const DOESNT_LOOK =
  "These tests don't check the outputs, so explore can't determine whether damage is noticed.";

/** A report for a terminal: notes, the matrix, the worst results, and what was not run. */
export function terminalText(report: ExploreReport, colors: Palette): string {
  return [
    ...notes(report, colors),
    ...table(report, colors),
    legend(report, colors),
    ...worst(report, colors),
    ...rest(report, colors),
  ].join("\n");
}

function notes({ looksAtOutputs, firstFindings, clock }: ExploreReport, colors: Palette): string[] {
  // A client's pauses are meaningful only on clocks that move by themselves.
  const showsPace = clock === "real" || clock.endsWith("x");
  const noPace = `On the clock \`${clock}\`, explore can't see how long the client waits, such as for Retry-After: run it once with \`--clock 60x\`, too.`;
  return [
    ...(showsPace ? [] : [colors.dim(noPace)]),
    ...(looksAtOutputs ? [] : [colors.yellow(DOESNT_LOOK)]),
    ...firstFindings.map((each) => colors.yellow(`Without faults already: ${each}`)),
  ];
}

function table(report: ExploreReport, colors: Palette): string[] {
  const rows = matrixOf(report);
  const width = Math.max(9, ...rows.map(({ name }) => name.length));
  const columns = TRIAL_GROUPS.map((group) => {
    const cells = rows.map(({ cells }) => lettersOf(cells[group]).length);
    return { group, width: Math.max(group.length, ...cells) };
  });
  const head = columns.map((column) => column.group.padEnd(column.width)).join("  ");
  const lines = rows.map(({ name, cells }) => {
    const texts = columns.map((column) => {
      const own = cells[column.group];
      const painted = lettersOf(own, (name, text) => colorOf(name, colors)(text));
      return painted + " ".repeat(column.width - lettersOf(own).length);
    });
    return `${name.padEnd(width)}  ${texts.join("  ").trimEnd()}`;
  });
  return ["", colors.bold(`${" ".repeat(width)}  ${head}`), ...lines, ""];
}

/** `X2 s5`: each verdict's letter with its number. */
function lettersOf(
  results: readonly ExperimentResult[],
  paint: (name: VerdictName, text: string) => string = (_, text) => text,
): string {
  return countsOf(results)
    .map(([name, count]) => paint(name, `${VERDICT_SIGNS[name].letter}${count}`))
    .join(" ");
}

function colorOf(name: VerdictName, { red, yellow, green, dim }: Palette): Palette["red"] {
  if (name === "survived") return green;
  if (name === "not-reached") return dim;
  return name === "failed-loudly" || name === "flaky" ? yellow : red;
}

function legend({ results }: ExploreReport, colors: Palette): string {
  return countsOf(results)
    .map(([name, count]) => {
      const { letter, words } = VERDICT_SIGNS[name];
      return colorOf(name, colors)(`${letter} ${words} (${count})`);
    })
    .join(colors.dim(" · "));
}

function worst({ results }: ExploreReport, colors: Palette): string[] {
  const described = results.filter(
    ({ verdict, mustSurvive }) =>
      !["survived", "not-reached", "failed-loudly"].includes(verdict) ||
      (mustSurvive && verdict === "failed-loudly"),
  );
  const shown = described.slice(0, MAX_DESCRIBED);
  const more = described.length - shown.length;
  return [
    ...shown.flatMap(({ verdict, title, sentence, repeat }) => [
      "",
      `${colorOf(verdict, colors)(VERDICT_SIGNS[verdict].words)}: ${title}`,
      `  ${sentence}`,
      `  ${colors.dim(repeat)}`,
    ]),
    ...(more > 0 ? ["", `… and ${more} more, in the report.`] : []),
  ];
}

function rest({ planned, leftOut, notRun, results }: ExploreReport, { dim }: Palette): string[] {
  const omitted = leftOut.reduce((sum, { count }) => sum + count, 0);
  const reasons = leftOut.map(({ reason, count }) => `  ${count}: ${reason}`);
  const names = notRun.slice(0, MAX_DESCRIBED).map(({ title }) => `  ${title}`);
  const more = notRun.length - names.length;
  return [
    "",
    `${results.length} of ${planned} experiments were run.`,
    ...(notRun.length === 0 ? [] : ["Not run:", ...names]),
    ...(more > 0 ? [`  … and ${more} more, in the report`] : []),
    ...(omitted === 0 ? [] : [dim(`${omitted} were left out:`), ...reasons.map(dim)]),
  ];
}
