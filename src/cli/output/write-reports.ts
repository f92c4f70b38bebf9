import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FailOn } from "../../findings/report/fails.ts";
import { htmlReport } from "../../findings/report/html/html-report.ts";
import { junitReport } from "../../findings/report/junit-report.ts";
import type { Report } from "../../findings/report/report.ts";
import { UsageError } from "./failure.ts";

/** Writes a report into a folder, which is made where there is none; resolves with the files' paths. */
export async function writeReports(
  report: Report,
  folder: string,
  failOn: FailOn,
): Promise<readonly string[]> {
  const texts = [
    ["report.json", `${JSON.stringify(report, null, 2)}\n`],
    ["junit.xml", junitReport(report, failOn)],
    ["report.html", htmlReport(report)],
  ] as const;
  try {
    await mkdir(folder, { recursive: true });
    await Promise.all(texts.map(([name, text]) => writeFile(join(folder, name), text)));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new UsageError([`Failed to write the reports into \`${folder}\`: ${found}.`]);
  }
  return texts.map(([name]) => join(folder, name));
}
