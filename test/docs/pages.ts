import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A Markdown file of the package, by its path from the package's folder. */
export type Page = { readonly path: string; readonly text: string };

/** A fenced block of a page. */
export type Snippet = {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
};

/** Whether `npm run docs` writes the page. */
export function isGenerated({ text }: Page): boolean {
  return text.startsWith("<!-- Generated");
}

/** README.md, CONTRIBUTING.md, SECURITY.md, and every page in docs/. */
export function readPages(): readonly Page[] {
  const docs = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name).replaceAll("\\", "/"))
    .sort();
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs].map((path) => ({
    path,
    text: readFileSync(path, "utf8"),
  }));
}

/** The fenced blocks of all pages in these languages. */
export function snippets(...languages: readonly string[]): readonly Snippet[] {
  return readPages().flatMap(({ path, text }) =>
    [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
      .map(({ index, 1: language = "", 2: code = "" }) => ({
        page: path,
        language,
        code,
        line: text.slice(0, index).split("\n").length + 1,
      }))
      .filter(({ language }) => languages.includes(language)),
  );
}

/** Markdown without its fenced blocks, line by line; fenced lines are empty. */
export function proseLines(text: string): readonly string[] {
  let isFenced = false;
  return text.split("\n").map((line) => {
    if (line.startsWith("```")) {
      isFenced = !isFenced;
      return "";
    }
    return isFenced ? "" : line;
  });
}
