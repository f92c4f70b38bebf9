import { counted } from "../../core/counted.ts";
import type { Palette } from "../../findings/report/terminal-report.ts";
import type { DifferenceClass } from "../patch/explained.ts";
import type { ReportedDifference, VerifyReport } from "./verify-report.ts";

/** The classes in words, in the order of reports. */
export const CLASS_TITLES: Readonly<Record<DifferenceClass, string>> = {
  contradicts: "Contradicts the document",
  answers: "Answers an open question",
  undocumented: "Not in the document",
  unclear: "Can't tell",
};

/** A report for a terminal. */
export function verifyText(
  report: VerifyReport,
  { bold, dim }: Pick<Palette, "bold" | "dim">,
): string {
  const { differences, problem, requests } = report;
  const sections = Object.entries(CLASS_TITLES).flatMap(([name, title]) => {
    const own = differences.filter((each) => each.class === name);
    const head = ["", bold(`${title} (${own.length})`)];
    return own.length === 0 ? [] : [...head, ...own.flatMap((each) => lines(each, dim))];
  });
  const count = Object.values(requests).reduce((sum, each) => sum + each, 0);
  const found = differences.filter((each) => each.class !== "unclear");
  const patched = found.filter(({ isPatched }) => isPatched).length;
  const removable = found.length === 0 ? "" : `; \`--write\` can remove ${patched}`;
  const summary = `${count} requests, ${counted(found.length, "difference")}${removable}.`;
  const isPointless = problem !== undefined && count === 0;
  return [
    ...sections,
    "",
    ...(problem === undefined ? [] : [problem]),
    ...(isPointless ? [] : [summary]),
  ].join("\n");
}

function lines(
  { sentence, assumption, value, isPatched, class: name }: ReportedDifference,
  dim: Palette["dim"],
): readonly string[] {
  const isOpen = assumption !== undefined && name !== "unclear";
  const question =
    value === undefined
      ? `the open question \`${assumption}\``
      : `the assumption \`${assumption}\`: set it to \`${value}\``;
  return [
    `  ${sentence}`,
    ...(isOpen ? [dim(`    ${question}`)] : []),
    ...(isPatched || name === "unclear"
      ? []
      : [dim("    No overlay can make the simulator do this.")]),
  ];
}
