import { expect, test } from "@jest/globals";
import { type Page, readPages } from "./pages.ts";

// Terms that readers search for must be in the docs, even if the answer is that the feature doesn't exist.

const pages = readPages();

/** A page's section with this heading, on one line; the whole page without one. */
function textOf(path: string, heading?: string): string {
  const { text }: Page = pages.find((page) => page.path === path) ?? { path, text: "" };
  const sections = text.split(/\n(?=#+ )/);
  const found = sections.find((section) => section.startsWith(`## ${heading}\n`)) ?? "";
  return (heading === undefined ? text : found).replace(/\s+/g, " ");
}

/** The row of a topic, by its first cell. */
function topic(word: RegExp): string {
  const { text = "" } = pages.find(({ path }) => path === "docs/topics.md") ?? {};
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.find((row) => word.test(row.split("|")[1] ?? "")) ?? "";
}

test("the README says that recorded outputs are missing, and which other APIs there are", () => {
  const text = textOf("README.md", "What it simulates, and what it doesn't");
  const [, missing = ""] = text.split("It does **not**:");
  expect(missing).toMatch(/replay recorded outputs/);
  expect(missing).toMatch(/\[other APIs\]\(docs\/other-apis\.md\)/);
});

test.each([
  ["webhooks", /webhooks/, /\[Webhooks\]\(webhooks\.md\)/],
  ["recording", /recording/, /\(record\.md\)/],
  ["other batch APIs", /other batch APIs/, /\(other-apis\.md\)/],
])("the topics say what becomes of %s", (_, word, answer) => {
  expect(topic(word)).toMatch(answer);
});

test.each([
  ["timeouts", /\btimeouts\b/, "Timeouts"],
  ["fake timers", /\bfake timers\b/, "Fake timers"],
  ["10,000 jobs", /\b10,000 jobs\b/, "10,000 jobs"],
  ["a shared server", /\bshared server\b/, "Shared server"],
])("the topic of %s has a section with an example", (_, word, heading) => {
  const anchor = heading.toLowerCase().replace(",", "").replaceAll(" ", "-");
  expect(topic(word)).toContain(`](#${anchor})`);
  expect(textOf("docs/topics.md", heading).length).toBeGreaterThan(300);
});

test("the topic of Docker leads to the page about containers, which runs one", () => {
  expect(topic(/\bDocker\b/)).toContain("](containers.md)");
  expect(textOf("docs/containers.md")).toMatch(/docker run/);
});

test("the page about sandboxes says which runners can run a file's tests at the same time", () => {
  const text = textOf("docs/sandboxes.md");
  expect(text).toContain("`test.concurrent` works, because each test has its own sandboxes.");
  expect(text).toContain("In jest, `test.concurrent` doesn't work, because jest doesn't run hooks");
});

test("the page on the Python SDK names the two methods that fail without any fault, and the reason", () => {
  const item = /- \*\*Two methods fail without any fault\*\*.*?(?= - \*\*)/.exec(
    textOf("docs/python-sdk.md"),
  );
  const text = item?.[0] ?? "";
  expect(text).toMatch(/`classify` raises polars' `ColumnNotFoundError`, because the SDK has/);
  expect(text).toMatch(/`rank` raises a `ValueError`, because it gives that column the same name/);
  expect(text).toContain("include_scratchpad=True");
});
