import type { ExpectedFinding } from "../findings/expected-finding.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import { listForm, misfit, objectOf } from "./compound-forms.ts";
import type { Form } from "./form.ts";
import { oneOf, TEXT } from "./forms.ts";

const FINDING: Form<ExpectedFinding> = objectOf<ExpectedFinding>({
  id: oneOf(FINDING_IDS, "the ID of a finding"),
  sandbox: TEXT,
});

/** Findings that tests provoke on purpose. */
export const EXPECTED_FINDINGS: Form<readonly ExpectedFinding[]> = listForm({
  ...FINDING,
  schema: { ...FINDING.schema, minProperties: 1 },
  read: (data) => {
    const reading = FINDING.read(data);
    const isEmpty = "value" in reading && Object.keys(reading.value).length === 0;
    return isEmpty ? misfit("an object with an `id`, a `sandbox`, or both", data) : reading;
  },
});
