import { isEqual } from "../../check/equal.ts";
import { positive } from "../../plan/atom.ts";
import type { Plan } from "../../plan/plan.ts";
import type { TextShape } from "../../plan/text-shape.ts";
import { partBelow } from "../../source/part.ts";
import { encoderOf } from "../../words/encoder.ts";
import type { Hints } from "../../words/hints.ts";
import type { MeantText } from "../../words/meant-text.ts";
import { letters } from "../../words/pieces.ts";
import { statedText } from "../../words/stated-text.ts";
import { meantText } from "../../words/write-text.ts";
import { hintsOf } from "../hints-of.ts";
import type { MakerBook } from "../maker-book.ts";
import type { Maker } from "../making.ts";
import { acceptor } from "./text-acceptor.ts";

/** A maker of strings that fit the property's name, title, and description. */
export function textMaker(
  book: MakerBook,
  plan: Plan,
  where: { shape: TextShape; name: string },
): Maker {
  const { name } = where;
  const shape = book.isWide ? stretched(where.shape) : where.shape;
  const hints = hintsOf(plan, name);
  const likely = meantText(hints, book.pools, shape);
  const meant = book.isWide ? wideText(likely, shape.most) : likely;
  const source = book.texts.sourceOf(shape, meant);
  const usual: Maker = ({ rng, tokens, subject }) => source(rng, tokens, subject);
  const plain = stating(book, usual, { shape, hints });
  const encoded = contentMaker(book, plan, shape) ?? encodedMaker(shape, plain);
  if (encoded === undefined) return plain;
  const accepts = acceptor(book.planner.patterns, shape);
  return (making) => {
    const text = encoded(making);
    return typeof text === "string" && accepts(text) ? text : plain(making);
  };
}

type Stating = { readonly shape: TextShape; readonly hints: Hints };

/** A maker of the string that the input states, if there is one and it is allowed. */
function stating(book: MakerBook, make: Maker, { shape, hints }: Stating): Maker {
  const stated = book.isWide ? undefined : statedText(hints);
  if (stated === undefined) return make;
  const accepts = acceptor(book.planner.patterns, shape);
  return (making) => {
    const text = making.subject && stated(making.subject).find(accepts);
    return text ?? make(making);
  };
}

const TAIL = 6;

/** Strings with a random ending, for when there are too few likely ones. */
function wideText({ write, isTold }: MeantText, most: number): MeantText {
  return {
    isTold,
    write: (rng, tokens) => {
      const tail = letters(rng, Math.min(TAIL, most));
      return most <= TAIL * 2 ? tail : `${write(rng, tokens).slice(0, most - TAIL - 1)} ${tail}`;
    },
  };
}

/** Formats whose strings can be extended with random letters. */
const ELASTIC: ReadonlySet<string> = new Set(
  "email hostname idn-email idn-hostname iri json-pointer uri uri-reference uri-template url".split(
    " ",
  ),
);
const STRETCH = 40;

/** Requires longer strings, of which there are more than the few in a list. */
function stretched(shape: TextShape): TextShape {
  if (!shape.formats.some((format) => ELASTIC.has(format))) return shape;
  return { ...shape, least: Math.max(shape.least, Math.min(shape.most, STRETCH)) };
}

/** A maker of strings that contain JSON conforming to `contentSchema`. */
function contentMaker(book: MakerBook, plan: Plan, shape: TextShape): Maker | undefined {
  if (shape.contentMediaType === undefined || !/[/+]json$/.test(shape.contentMediaType))
    return undefined;
  const { planner } = book;
  const content = plan.flat.parts.flatMap(
    (part) => partBelow(planner.book, part, "contentSchema") ?? [],
  );
  const fallback = positive(
    planner.book.made(planner.book.root, {
      type: "object",
      properties: { name: { type: "string" } },
    }),
  );
  const inner = planner.plan(content.length === 0 ? [fallback] : content.map(positive));
  if (planner.heightOf(inner) === Infinity) return undefined;
  const make = book.makerOf(inner, "content");
  const encode = encoderOf(shape.contentEncoding);
  return (making) => {
    const value = make(making);
    return value === undefined ? undefined : encode(JSON.stringify(value));
  };
}

function encodedMaker(shape: TextShape, plain: Maker): Maker | undefined {
  const { contentEncoding } = shape;
  if (contentEncoding === undefined || isEqual(contentEncoding, "8bit")) return undefined;
  const encode = encoderOf(contentEncoding);
  return (making) => {
    const text = plain(making);
    return typeof text === "string" ? encode(text) : undefined;
  };
}
