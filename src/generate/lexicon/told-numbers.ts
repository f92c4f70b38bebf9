import { type NumberHints, type NumberModel, nameWords } from "schema-values";
import { valueNamed } from "../reading/named-values.ts";
import { ratingIn } from "../reading/stated.ts";
import { nameTable } from "./name-table.ts";
import { known } from "./subject.ts";

const MONEY = nameTable([
  [
    true,
    "price, cost, amount, total, subtotal, tax, fee, balance, budget, discount, salary, revenue, payment, deposit, refund, shipping, sum, preis, betrag, summe, prix, montant, precio, importe, prezzo, importo, preco, valor, prijs, bedrag",
  ],
]);
const SCALES = nameTable([
  [
    true,
    "sentiment, sentiment score, polarity, valence, compound, rating, star, review score, satisfaction, csat, nps, happiness, positivity, bewertung, sterne, stimmung, note etoiles, estrella, puntuacion, valutazione, stella, avaliacao, estrela",
  ],
]);
/** A number of hundreds or more with this unit is in cents. */
const CENTS: RegExp = /(?:\b|_)cents?\b|smallest currency unit/i;

/** How subjects tell a number. */
type Told = Pick<NumberModel, "stated" | "suggested">;

/** The number that a subject states for a property, or suggests on a scale of opinions. */
export function toldNumber(hints: NumberHints, model: NumberModel): Told | undefined {
  const words = nameWords(hints.name);
  if (MONEY.ofTail(words.filter((word) => !CENTS.test(word))) === true) return statedAmount(hints);
  return SCALES.ofTail(words) === true ? opinionScale(hints, model) : undefined;
}

function statedAmount({ name, description }: NumberHints): Told {
  const factor = CENTS.test(name) || CENTS.test(description) ? 100 : 1;
  const find = valueNamed(name);
  return {
    stated: (subject) => {
      const found = find(subject.text, known(subject).reading.money);
      return found === undefined ? undefined : Math.round(found.amount * factor * 100) / 100;
    },
  };
}

/** The parts of a scale, from 0 to 1, that are for bad, undecided, and good opinions. */
const PARTS = { bad: [0, 0.3], plain: [0.4, 0.6], good: [0.7, 1] } as const;
function opinionScale(hints: NumberHints, model: NumberModel): Told {
  const min = Number.isFinite(hints.min) ? hints.min : model.min;
  const max = Number.isFinite(hints.max) ? hints.max : model.max;
  const factor = 10 ** (hints.isWhole ? 0 : Math.max(model.digits, max <= 1 ? 2 : 1));
  const at = (share: number): number => Math.round((min + (max - min) * share) * factor) / factor;
  return {
    stated: (subject) => {
      const { text, reading } = known(subject);
      const stated = max > 1 ? ratingIn(text, reading.digitRuns) : undefined;
      return stated === undefined ? undefined : at(stated);
    },
    suggested: ({ rng }, subject) => {
      const { tone, isKnown } = known(subject).reading.sentiment;
      const [least, most] = PARTS[tone];
      return isKnown ? at(least + (most - least) * rng.next()) : undefined;
    },
  };
}
