// Rejects phrases that read like a translation, and wide comments, in the files and folders of PATHS. To check another file or folder, add it
// there.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files, and folders with all text files in them, relative to the root of the checkout. */
const PATHS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "openapi.yaml",
  "overlays",
  "docs",
  "scenarios",
  "examples",
  "integrations",
  "src",
  "test",
  "bench",
  "scripts",
  "packages",
];

/** Generated pages, whose text is checked at its source; word lists; simulated user texts; and this file. */
const IGNORED =
  /^docs\/(assumptions|cli|control-verbs|errors|faults|findings|options|scenario-reference)\.md$|^data\/(words|names)\/|^bench\/inputs\/.*\.yaml$|^scripts\/lint-prose\.mjs$/;

const TEXT_FILE = /\.(md|yaml|yml|m?[jt]sx?|cjs|py)$/;

/** Phrases to avoid, each with what to write instead. */
const PHRASES = [
  [/so manieth/, "every nth"],
  [/\bfor ever\b/, "forever"],
  [/\bas ever\b/, "as usual, unchanged"],
  [/\belse\b\.$/, "otherwise"],
  [/\bwhoever\b/i, "the person or program that does it"],
  [/\bthat is there\b/, "existing"],
  [
    /\b(sandbox(es)?|clients?|documents?|scenario|jobs?) of (the|a|an|all) (API )?(keys?|server|id|name|sandbox|simulator)\b/,
    "a possessive, or for, from, in",
  ],
  [
    /(\/\*\* |\/\/ |[;:.] )(Of|of) (an?|all|any|more|another|each|every|one|those|other) /,
    "the subject first",
  ],
  [
    /\b([Aa]ll|everything) that (is|was|are|has) |\b[Ww]hat (stands|came of|comes of|is (asked|drawn|there|in force)) /,
    "a noun, such as new requests or every field",
  ],
  [
    /\b(undefined|empty|none|false|null|[0-3]) where |; where |\b[Tt]hr(ows|own)\b[^.;]{0,40} where /,
    "if or when",
  ],
  [
    /(?<![Tt]here )\b(is|are|was|were) (no (?!longer|more|less|need|way|reason)[a-z]+|none\b)/,
    "is not a, is not valid",
  ],
  [
    /\b(set|moves?|change|measured|settles)( \w+){0,2}?,? by (an? |the (control|doc))/,
    "with or through",
  ],
  [
    /\b([Ss]tands?|lies?) (in(?! for)|at|on|before|beside|between|outside|there)\b/,
    "is, appears, is defined",
  ],
  [/\b([Aa]|no) text\b(?! file)/, "a string"],
  [
    /\bso (many|much|long)\b(?! (as|that))|\bsuch a share\b|\b(an?|one) (field|item|state|key|row) more\b/,
    "this many, one more",
  ],
  [
    /\bWhat answers\b|\bassumed answers? \d|\bwhose answer\b|\b(the|an) answer of\b/,
    "responds with, response",
  ],
  [/\bin force\b/, "in effect"],
  [/\d %/, "60% without a space"],
  [/\b(catalogue|behaviour|colour|neighbour|licence|centre)s?\b/, "American spelling"],
];

/** Comments of the source are as wide as its code, which the formatter wraps. */
const MOST_COLUMNS = 100;

function isWideComment(file, line) {
  return (
    /^(src|packages\/[^/]+\/src)\/.*\.tsx?$/.test(file) &&
    /^ *(\/?\*|\/\/)/.test(line) &&
    line.length > MOST_COLUMNS
  );
}

function filesIn(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "reports")
    .flatMap(({ name }) => filesIn(join(path, name)))
    .filter((file) => TEXT_FILE.test(file));
}

const problems = PATHS.flatMap(filesIn)
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !IGNORED.test(file))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      // Code in Markdown can quote the program, whose text is checked at its source.
      .map((line) => (file.endsWith(".md") ? line.replace(/`+[^`]*`+/g, "code") : line))
      .flatMap((line, index) => {
        const place = `${file}:${index + 1}`;
        const phrases = PHRASES.flatMap(([phrase, instead]) => {
          const found = phrase.exec(line);
          if (found === null) return [];
          return [`${place}:${found.index + 1} Avoid "${found[0].trim()}": write ${instead}.`];
        });
        if (!isWideComment(file, line)) return phrases;
        return [
          ...phrases,
          `${place}:${MOST_COLUMNS + 1} Wrap the comment at ${MOST_COLUMNS} columns.`,
        ];
      }),
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
