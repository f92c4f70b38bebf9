import type { Rng } from "../rng.ts";
import type { FormatWords } from "./format-parts.ts";
import { type FormatMaker, type FormatTable, word } from "./format-parts.ts";
import { letters } from "./pieces.ts";

/** The contents of a document: a heading, a sentence, an identifier, and a number. */
type Matter = {
  readonly head: string;
  readonly body: string;
  readonly word: string;
  readonly other: string;
  readonly count: number;
};

type Template = (matter: Matter) => string;

/**
 * A document that uses its shortest template if its length is limited, and adds text if it must be
 * longer.
 */
function document(...templates: readonly [Template, ...Template[]]): FormatMaker {
  return (words) => (rng, least, most) => {
    const matter = matterOf(words, rng);
    const texts = templates.map((template) => template(matter));
    const fitting = texts.find(({ length }) => length <= most) ?? texts.at(-1) ?? "";
    if (fitting.length >= least) return fitting;
    const more = letters(rng, least - fitting.length);
    return texts[0] === undefined ? fitting : templates[0]({ ...matter, body: matter.body + more });
  };
}

function matterOf(words: FormatWords, rng: Rng): Matter {
  return {
    head: rng.pick(words.titles),
    body: rng.pick(words.sentences),
    word: word(words, rng),
    other: word(words, rng),
    count: rng.between(1, 99),
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const html = document(
  ({ head, body }) => `<h1>${escaped(head)}</h1><p>${escaped(body)}</p>`,
  ({ word }) => `<p>${word}</p>`,
);
const json = document(
  ({ word, count, body }) => JSON.stringify({ name: word, count, note: body }),
  ({ word, count }) => JSON.stringify({ [word]: count }),
  ({ count }) => String(count % 10),
);
const markdown = document(
  ({ head, body, word, other }) => `# ${head}\n\n${body}\n\n- **${word}**\n- ${other}`,
  ({ word }) => `**${word}**`,
);
const sql = document(
  ({ word, other, count }) =>
    `SELECT ${other}, count(*) FROM ${word} WHERE ${other} > ${count} GROUP BY ${other};`,
  ({ word }) => `SELECT * FROM ${word};`,
);
const code = document(
  ({ word, other, count }) => `def ${word}(${other}):\n    return ${other} * ${count}\n`,
  ({ word }) => `print("${word}")`,
);

/** Documents in languages such as SQL, Python, or XML. */
export const DOCUMENT_FORMATS: FormatTable = {
  html,
  markdown,
  commonmark: markdown,
  json,
  jsonstring: json,
  xml: document(
    ({ word, body, count }) => `<${word} id="${count}"><note>${escaped(body)}</note></${word}>`,
    ({ word }) => `<${word}/>`,
  ),
  svg: document(
    ({ count }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="${count % 50}"/></svg>`,
  ),
  yaml: document(
    ({ word, other, count }) => `name: ${word}\ncount: ${count}\ntags:\n  - ${other}\n`,
    ({ word }) => `name: ${word}`,
  ),
  csv: document(
    ({ word, other, count }) => `name,count\n${word},${count}\n${other},${count + 7}\n`,
  ),
  css: document(
    ({ word, count }) => `.${word} { color: #336699; margin: ${count}px; }`,
    ({ word }) => `.${word} {}`,
  ),
  latex: document(({ count }) => `\\frac{x^2}{${count}} + \\sqrt{${count + 1}}`),
  sql,
  code,
};
