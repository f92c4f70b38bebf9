import { appendFile } from "node:fs/promises";
import { counted } from "../../core/counted.ts";
import { fails } from "../../findings/report/fails.ts";
import { countText, groupsOf } from "../../findings/report/finding-groups.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { countsText, percent, scopeText } from "../../findings/report/summary-text.ts";

/** Maximum length of the summary, in characters: GitHub rejects step summaries above 1 MiB. */
const MAX_SUMMARY_CHARACTERS = 50_000;

/** Maximum number of sentences to show for one kind of finding. */
const MAX_SENTENCES = 3;

/** In a GitHub workflow, shows a report as annotations, and adds it to the step's summary. */
export async function tellGitHub(report: Report, env: NodeJS.ProcessEnv): Promise<void> {
  const { GITHUB_ACTIONS: isGitHub, GITHUB_STEP_SUMMARY: file = "" } = env;
  if (isGitHub !== "true") return;
  for (const line of annotations(report)) process.stderr.write(`${line}\n`);
  if (file === "") return;
  await appendFile(file, stepSummary(report)).catch((error: Error) => {
    process.stderr.write(`batch-sim: Failed to write the step summary: ${error.message}.\n`);
  });
}

/** One workflow command per kind of finding: GitHub shows only ten annotations per severity. */
export function annotations(report: Report): readonly string[] {
  return shownGroups(report).map(({ id, severity, cure, count, cases }) => {
    const sentences = cases.slice(0, MAX_SENTENCES).map(({ sentence }) => sentence);
    // Workflow commands reserve `:` and `,` in properties.
    const title = escapeData(`batch-sim: ${id}${count}`)
      .replaceAll(":", "%3A")
      .replaceAll(",", "%2C");
    return `::${severity} title=${title}::${escapeData([...sentences, cure].join("\n"))}`;
  });
}

export function stepSummary(report: Report): string {
  const { summary, coverage } = report;
  const entries = shownGroups(report).map(({ id, severity, cure, count, cases }) => {
    const more = cases.length - MAX_SENTENCES;
    return [
      `- **${severity}** \`${id}\`${count}`,
      ...cases.slice(0, MAX_SENTENCES).map(({ sentence }) => `  - ${markdown(sentence)}`),
      ...(more > 0 ? [`  - … and ${more} more`] : []),
      `  - *What to do:* ${markdown(cure)}`,
    ].join("\n");
  });
  const head = [
    `### batch-sim: ${countsText(summary)}`,
    `${scopeText(summary)}, coverage ${percent(coverage.share)}`,
  ];
  return `${bounded([...head, ...entries]).join("\n\n")}\n\n`;
}

function bounded(blocks: readonly string[]): readonly string[] {
  let length = 0;
  const fitting = blocks.filter((block) => {
    length += block.length;
    return length <= MAX_SUMMARY_CHARACTERS;
  });
  const dropped = blocks.length - fitting.length;
  const more = `… and ${counted(dropped, "more kind")} of findings`;
  return dropped === 0 ? fitting : [...fitting, more];
}

/** Unexpected errors and warnings, grouped by kind. `count` is the group's size, as text. */
function shownGroups({ findings }: Report) {
  const shown = findings.filter((finding) => fails(finding, "warning"));
  return groupsOf(shown).map((group) => {
    const count = countText(group);
    return { ...group.first, cases: group.cases, count: count === "" ? "" : ` (${count})` };
  });
}

/** Escapes a workflow command's message as GitHub's own toolkit does. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Matches code between equal numbers of backticks, other backticks, and markup characters. */
const MARKUP = /(`+)(?!`).*?(?<!`)\1(?!`)|`+|[\\&<>*]/g;

/** Formats a string as one line of Markdown without markup, except for code in backticks. */
function markdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(MARKUP, (found) => (found.startsWith("`") ? found : `\\${found}`));
}
