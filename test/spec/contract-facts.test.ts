import { expect, test } from "@jest/globals";
import { openDocument } from "../../src/simulator/open-document.ts";
import { contractFactsOf } from "../../src/spec/contract-facts-of.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { textFile } from "../support/overlay-file.ts";

test("responses of any status of a kind aren't among the statuses that an operation answers with", async () => {
  const file = await textFile(`overlay: 1.1.0
info: { title: Other statuses, version: "1" }
actions:
  - target: $.paths['/job-status/{job_id}'].get.responses
    update: { 5XX: { description: A failure }, default: { description: Anything else } }
`);
  const document = await openDocument([file]);
  const { operations } = contractFactsOf(createSpecs(document)({}));
  const facts = operations.find(({ operationId }) => operationId === "getJobStatus");
  expect(facts?.answers.map(({ status }) => status)).toEqual([200, 401, 403, 404]);
});
