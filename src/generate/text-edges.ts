import type { RowAddress } from "schema-values";
import { rngFor } from "../core/rng.ts";

/** Texts that a model can return and that clients often mishandle, by kind. */
const EDGES: { readonly [name: string]: readonly string[] } = {
  empty: [""],
  whitespace: [" ", "\n", " \t\r\n ", "\u00a0\u3000"],
  "100,000 characters": ["All work and no play makes a long row. ".repeat(2565).slice(0, 100_000)],
  "JSON in a code fence": [
    '```json\n{"label": "positive", "score": 0.9}\n```',
    'Here is the JSON:\n\n```\n[{"id": 1}, {"id": 2}]\n```\n\nLet me know if you need more.',
  ],
  "JSON without a code fence": ['{"label": "positive"}', "[]", "null", '"quoted"'],
  "another script": [
    "الخدمة ممتازة، والتوصيل كان سريعًا.",
    "השירות היה מצוין והמשלוח הגיע בזמן.",
    "サービスはとても良く、配達も早かったです。",
    "服务很好,送货也很快。",
    "सेवा बहुत अच्छी थी और डिलीवरी समय पर हुई।",
    "Обслуживание отличное, доставка быстрая.",
  ],
  "emoji with joiners": ["👩\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 👍🏽"],
  "combining characters": ["Zu\u0308rich, cafe\u0301, a\u0301\u0323"],
  "quotes and backslashes": ['She said "it\'s in C:\\temp\\new\\".', "\\", '"'],
  "line breaks": ["first\r\nsecond\rthird\nfourth\u2028fifth\u2029sixth\n"],
  "commas and tabs": ["a,b\tc;d|e", '"a","b"\n"c","d"'],
  "looks like a number": ["007", "1e5", "-0", "NaN", "1,234.50"],
  "looks like a formula": ["=1+1", "+1+1", "@SUM(A1:A2)", '=HYPERLINK("https://example.com")'],
  "looks like HTML": ["<b>Done</b> &amp; <script>alert(1)</script>"],
  "leading and trailing spaces": ["  padded  ", "\npadded\n"],
  "one character": ["x", ".", "é", "日"],
};

const KINDS = Object.entries(EDGES);

/** An edge case's text and name. Consecutive indexes go through all kinds before one repeats. */
export function textEdge({ seed, index }: RowAddress) {
  const start = rngFor(seed, "text-edges").below(KINDS.length);
  const [name, texts] = KINDS[(start + index) % KINDS.length] ?? ["empty", [""]];
  const text = texts[Math.floor(index / KINDS.length) % texts.length] ?? "";
  return { name: `text: ${name}`, text };
}
