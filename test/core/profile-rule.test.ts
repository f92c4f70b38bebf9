import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PROFILE, type Profile } from "../../src/core/job/profile.ts";
import { isJsonObject } from "../../src/core/json.ts";
import {
  type ConditionMatcher,
  profileFor,
  type SubmissionMatch,
  type SubmissionTraits,
} from "../../src/core/profile-rule.ts";

const SPECIAL: Profile = { ...DEFAULT_PROFILE, starting: { kind: "fixed", ms: 7 } };

const TRAITS: SubmissionTraits = {
  modelId: "model-a",
  reasoning: false,
  jobPriority: 0,
  numInputs: 10,
  hasSchema: false,
  source: "array",
  request: { model: "model-a" },
};

/** Stands in for a JSON Schema validator: the schema's keys must be present. */
const hasKeys: ConditionMatcher = (schema, value) =>
  isJsonObject(value) && Object.keys(schema).every((key) => key in value);

describe("a condition holds", () => {
  const rows: readonly (readonly [SubmissionMatch, Partial<SubmissionTraits>, boolean])[] = [
    [{}, {}, true],
    [{ models: ["model-b", "model-a"] }, {}, true],
    [{ models: ["model-b"] }, {}, false],
    [{ jobPriority: 0 }, {}, true],
    [{ jobPriority: 1 }, {}, false],
    [{ inputs: { min: 10, max: 10 } }, {}, true],
    [{ inputs: { min: 11 } }, {}, false],
    [{ inputs: { max: 9 } }, {}, false],
    [{ inputs: { max: 0 } }, { numInputs: 0 }, true],
    [{ hasSchema: false }, {}, true],
    [{ hasSchema: true }, {}, false],
    [{ reasoning: false }, {}, true],
    [{ reasoning: true }, {}, false],
    [{ source: "array" }, {}, true],
    [{ source: "url" }, {}, false],
    [{ request: { model: true } }, {}, true],
    [{ request: { name: true } }, {}, false],
    [{ models: ["model-a"], jobPriority: 1 }, {}, false],
  ];
  test.each(rows)("%j for %j: %s", (when, change, holds) => {
    const profile = profileFor([{ when, profile: SPECIAL }], { ...TRAITS, ...change }, hasKeys);
    expect(profile).toBe(holds ? SPECIAL : DEFAULT_PROFILE);
  });
});

test("bounds on an unknown number of inputs never hold", () => {
  const { numInputs, ...unread } = TRAITS;
  const rules = [{ when: { inputs: { min: 0 } }, profile: SPECIAL }];
  expect(numInputs).toBe(10);
  expect(profileFor(rules, unread, hasKeys)).toBe(DEFAULT_PROFILE);
});

test("the first matching profile applies", () => {
  const other: Profile = { ...SPECIAL };
  const rules = [
    { when: { jobPriority: 1 as const }, profile: DEFAULT_PROFILE },
    { profile: SPECIAL },
    { profile: other },
  ];
  expect(profileFor(rules, TRAITS, hasKeys)).toBe(SPECIAL);
  expect(profileFor([], TRAITS, hasKeys)).toBe(DEFAULT_PROFILE);
});
