import { describe, expect, test } from "@jest/globals";
import type { JsonValue } from "../../src/core/json.ts";
import { BranchCoverage } from "../support/branches/branch-coverage.ts";
import {
  alternativesShare,
  lateAlternatives,
  pairBound,
  pairedChoices,
  pairsShare,
} from "../support/branches/coverage-figures.ts";
import { realisticSchemas } from "../support/realistic-schemas.ts";
import { compile, validatorOf } from "./compiled.ts";

const SCHEMAS = [...realisticSchemas()];
/** Rows in which each alternative occurs, unless pairs take more. Unions inside a recursive value are rarely reached. */
const FEWEST_ROWS = 100;
const RECURSIVE_ROWS = 400;

describe.each(SCHEMAS)("%s", (_name, schema) => {
  const { indexed } = compile(schema);

  test("covering rows conform, and take each alternative and pair in time", () => {
    const isValid = validatorOf(schema);
    const coverage = new BranchCoverage(schema);
    const invalid: number[] = [];
    const addRows = (from: number, to: number): void => {
      for (let index = from; index < to; index++) {
        const row = JSON.parse(indexed("covering", { seed: 1, index }).text) as JsonValue;
        if (!isValid(row)) invalid.push(index);
        coverage.add(row);
      }
    };
    addRows(0, FEWEST_ROWS);
    const numRows = Math.max(
      FEWEST_ROWS,
      pairBound(pairedChoices(coverage.choices, FEWEST_ROWS)),
      coverage.choices.some(({ kind }) => kind === "depth") ? RECURSIVE_ROWS : 0,
    );
    addRows(FEWEST_ROWS, numRows);
    expect(invalid).toEqual([]);
    const { choices } = coverage;
    expect(alternativesShare(choices).missing).toEqual([]);
    // A value deep inside a recursive union is made at several places, each of which takes turns.
    const even = choices.filter(({ place }) => !/oneOf.*oneOf/.test(place));
    expect(lateAlternatives(even).missing).toEqual([]);
    const paired = pairedChoices(choices, numRows);
    expect(pairBound(paired)).toBeLessThanOrEqual(numRows);
    expect(pairsShare(paired, pairBound(paired)).missing).toEqual([]);
  });

  test("edge rows conform, and each kind of edge case recurs within 50 rows", () => {
    const isValid = validatorOf(schema);
    const rows = Array.from({ length: 150 }, (_, index) => indexed("edge", { seed: 1, index }));
    expect(rows.filter(({ text }) => !isValid(JSON.parse(text) as JsonValue))).toEqual([]);
    expect(rows.filter(({ edges }) => edges.length > 1)).toEqual([]);
    const kindsIn = (from: number): string[] => {
      const kinds = rows.slice(from, from + 50).flatMap(({ edges }) => edges.map(kindOf));
      return [...new Set(kinds)].sort();
    };
    expect(kindsIn(0).length).toBeGreaterThan(5);
    expect(kindsIn(50)).toEqual(kindsIn(0));
    expect(kindsIn(100)).toEqual(kindsIn(0));
  });
});

const kindOf = (edge: string): string => edge.slice(0, edge.lastIndexOf(" at "));
