import { expect, test } from "@jest/globals";
import { atOnce } from "../../src/core/steps.ts";
import type { RepeatableRequest, Reproduction } from "../../src/findings/evidence.ts";
import { shortenedVerdict, verdictOn } from "../../src/findings/report/verdict.ts";
import { evidence } from "./support.ts";

function requestWith(exchange: number, body: string): RepeatableRequest {
  return { exchange, at: 0, method: "POST", server: "base", path: "/", body, isCut: false };
}

test("the verdict on an ended sandbox has only as many bodies as fit", () => {
  const requests = [20_000, 20_000, 12_000].map((size, index) =>
    requestWith(index, "x".repeat(size)),
  );
  const context = { sandbox: "a", kind: "made", scenario: "b", isChanged: false, seed: 1 } as const;
  const reproduction: Reproduction = { ...context, clock: "poll", options: [], requests, until: 0 };
  const verdict = { ...atOnce(verdictOn(evidence({}))), reproduction };
  const kept = shortenedVerdict(verdict).reproduction?.requests;
  expect(kept?.map(({ body, isCut }) => [body?.length, isCut])).toEqual([
    [20_000, false],
    [undefined, true],
    [12_000, false],
  ]);
});
