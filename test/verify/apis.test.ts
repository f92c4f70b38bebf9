import { expect, test } from "@jest/globals";
import { overlayFile } from "../support/overlay-file.ts";
import { SCENARIO, startSecretService } from "./secret-service.ts";
import { verified } from "./verified.ts";

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
