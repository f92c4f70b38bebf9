import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { proseLines, readPages } from "./pages.ts";

const examples = readdirSync("examples").map((name) => `examples/${name}/README.md`);
const integrations = readdirSync("integrations", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("integrations", name).replaceAll("\\", "/"));
const pages = [
  ...readPages(),
  ...[...examples, ...integrations, "CHANGELOG.md"]
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") })),
];

/** Anchors of a page: its own, and those of its headings, as GitHub makes them. */
function anchorsIn(text: string): readonly string[] {
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = proseLines(text)
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  return [...own, ...headings];
}

function linksIn(text: string): readonly string[] {
  const prose = proseLines(text)
    .join("\n")
    .replace(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

test.each(pages)("links in $path lead somewhere", ({ path, text }) => {
  const broken = linksIn(text)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = "", anchor] = target.split("#");
      const linked = file === "" ? path : join(dirname(path), file);
      if (!existsSync(linked)) return true;
      return anchor !== undefined && !anchorsIn(readFileSync(linked, "utf8")).includes(anchor);
    });
  expect(broken).toEqual([]);
});

/** Links that serve the files of the npm package, so that they also work where another registry shows a README. */
const PACKAGE_URL = "https://unpkg.com/batch-sim/";

test.each(pages.filter(({ path }) => /^integrations\/\w+\/README\.md$/.test(path)))(
  "links in $path work outside the repository",
  ({ text }) => {
    const targets = linksIn(text);
    expect(targets.filter((target) => target.startsWith("../"))).toEqual([]);
    const packaged = targets.filter((target) => target.startsWith(PACKAGE_URL));
    const missing = packaged.filter((target) => !existsSync(target.slice(PACKAGE_URL.length)));
    expect([packaged.length > 0, missing]).toEqual([true, []]);
  },
);

test("every page can be reached from the README", () => {
  const seen = new Set<string>();
  const queue = ["README.md"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || !existsSync(path)) continue;
    seen.add(path);
    for (const target of linksIn(readFileSync(path, "utf8"))) {
      const [file = ""] = target.split("#");
      if (file.endsWith(".md") && !/^https?:/.test(file)) queue.push(join(dirname(path), file));
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
});

test("every file that the contributing guides name exists", () => {
  const named = pages
    .filter(({ path }) => path === "CONTRIBUTING.md" || path.startsWith("docs/contributing/"))
    .flatMap(({ text }) => [...text.matchAll(/`((?:src|test|docs|scripts|scenarios)\/[\w./-]+)`/g)])
    .map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
