import { expect, test } from "@jest/globals";
import type { Exchange } from "../../src/core/exchange.ts";
import { traceOf } from "../../src/core/trace.ts";

const EXCHANGE: Exchange = {
  ...{ id: 1, at: 0, wallAt: 0, method: "POST", url: "/batch-inference" },
  request: { headers: {} },
  response: { status: 200, headers: {} },
  ...{ problems: [], end: "finished", durationMs: 1 },
};

test("traces of similar requests share the lists of what was sent", () => {
  const [first, second] = [1, 2].map(() =>
    traceOf(EXCHANGE, { sent: ["/inputs"], undocumented: [], assumptions: ["a", "b"] }),
  );
  expect(first).toEqual(second);
  expect(first?.sent).toBe(second?.sent);
  expect(first?.undocumented).toBe(second?.undocumented);
  expect(first?.assumptions).toBe(second?.assumptions);
  expect(traceOf(EXCHANGE, { sent: [], undocumented: ["/x"] })).toMatchObject({
    sent: [],
    undocumented: ["/x"],
  });
});
