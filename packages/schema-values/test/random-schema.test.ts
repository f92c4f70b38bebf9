import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { rngFor } from "../src/rng.ts";
import { compile } from "./compiled.ts";
import { schemasAround } from "./random-schema.ts";

test("a schema built around a value is never called unsatisfiable, and rows can be made from it", () => {
  fc.assert(
    fc.property(schemasAround, ({ schema }) => {
      const { verdict, row } = compile(schema);
      expect(verdict.kind).toBe("supported");
      expect(row(rngFor(1, "row", 0))).toBeDefined();
    }),
    { numRuns: Number(process.env["RUNS"] ?? 40), seed: Number(process.env["SEED"] ?? 7) },
  );
});
