import { expect, test } from "@jest/globals";
import { compare } from "../../src/verify/compare/compare.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { SCENARIO, startSecretService } from "./secret-service.ts";
import { sent, simulate, verified } from "./verified.ts";

const STATUS = "$.paths['/job-status/{job_id}'].get";

test("a status in another shape is a difference, and no run of the simulator polls forever", async () => {
  const flat = await overlayFile(`
  - { target: "${STATUS}..schema", remove: true }
  - { target: "${STATUS}['x-batch-sim'].response.*", remove: true }
  - { target: "${STATUS}['x-batch-sim'].response", update: { status: { $eval: state } } }`);
  await using service = await startSecretService({ overlays: [flat], scenario: SCENARIO });
  const { report } = await verified(service);
  expect(report.differences.map(({ sentence, isPatched }) => [sentence, isPatched])).toEqual([
    // Without this field, the simulator's jobs would never seem to end.
    ["`/job_status` is missing in getJobStatus.", false],
    ["`/status` (string) in getJobStatus is not in the spec.", true],
  ]);
});

test.each([
  ["CANCELED", undefined],
  ["STOPPED", expect.stringContaining("is still `STOPPED` after 600 s")],
])("the state %s, in which a canceled job ends, is a difference", async (name, unclear) => {
  const other = await overlayFile(
    `  - { target: "$['x-states']", update: { cancelled: ${name} } }`,
  );
  await using service = await startSecretService({ overlays: [other], scenario: SCENARIO });
  const { exchanges, problem } = await sent(service);
  expect(problem).toEqual(unclear);
  const { exchanges: own, spec } = await simulate({});
  expect(compare(exchanges, own, spec)).toMatchObject([
    { kind: "state", place: "CANCELLED", service: `named \`${name}\`` },
  ]);
});
