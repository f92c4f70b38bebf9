import { parse } from "yaml";
import { FAULT_GRAMMARS } from "../../src/faults/fault-grammars.ts";
import { traitsOf } from "../../src/faults/find-kind.ts";
import { heading, table } from "./markdown.mjs";
import { SCENARIO_EXAMPLES } from "./scenario-examples.mjs";
import { documentedKeys } from "./scenario-keys.mjs";

const KINDS = FAULT_GRAMMARS.map((grammar) => grammar([]));

const INTRODUCTION = `
A fault rule makes an operation or its connection misbehave. Rules are listed under \`faults\` in a
[scenario](scenarios.md), or added while the simulator is running with [\`control.faults.add\`](control-api.md).

\`\`\`yaml
name: busy-gateway
faults:
  - { on: "*", status: 503, headers: { Retry-After: 2 }, times: 2 }
  - { on: getResults, when: { call: 1 }, truncate: { atShare: 50% } }
  - { on: [getJob, getJobStatus], every: 3, delay: { uniform: [1s, 5s] } }
\`\`\`

On each call, the first rule whose conditions are met fires, and the response, if any, has the rule's name in the
\`x-sim-fault\` header. Faults also affect requests without a valid key. They never affect control requests.

## When a rule fires
`;

const AFTER_CONDITIONS = `\
If a fault finds nothing to change (for example, \`corruptFile: parquetFooter\` on a CSV file, or on results that are not
ready), its rule doesn't fire, and the next rule whose conditions are met fires instead. By then, the service has done its
work, so the next rule acts as if it had \`phase: response\`. Concurrent calls to the first rule's operations may wait
until it is known whether the first rule fires. The lengths of results and live streams aren't known in advance, so
\`reset\`, and \`truncate\` on a live stream, fire on them even if the body ends first.

If \`header\`, \`query\`, or \`body\` lists plain values, the request's fields must have these values. Headers and query
parameters are strings, so \`{ include_inputs: true }\` matches \`?include_inputs=true\`. In two cases, the object is read
as a JSON Schema instead: if any value is an object or a list, or if a keyword that restricts values, such as
\`required\` or \`type\`, has a valid value. \`format\`, \`title\`, and \`description\` don't restrict values. If every key is
a JSON Schema keyword, but a keyword's value is invalid, as in \`{ type: sting }\`, the condition is rejected, and the
error says how to correct it.

## Kinds

A rule has exactly one kind. Its *phase* is when the fault acts: \`request\` means before the service does anything, and
\`response\` means after the service has done its work. If a kind has both phases, the first one in the table is the
default. If the *outcome* is hidden, the client can't tell from the response what the service did, so the
[report](findings.md) does not expect the client to know.

If a client repeats a create request after a timeout, there are two jobs only if the first request created a job. On
\`createJob\`, \`hang: true\` can therefore lead to the finding \`created-twice\` only with \`phase: response\`;
\`lostResponse\` can lead to it in any case.

In a JSON Lines response, \`addField\`, \`dropField\`, and \`renameField\` change every line, and \`malformedJson\` breaks the
last line.
`;

const END = `\
\`npx batch-sim lint\` reports rules that can never fire, such as any rule after a rule that fires on every call. It compares
each rule with one earlier rule at a time, so it can't see that several rules together leave no calls for a later one. It
can't tell which requests clients send, which of them the API accepts (\`query: { result_format: xml }\`), or whether a
response is JSON and has the field that a rule drops. It doesn't check \`deliveries\`. A [report](findings.md) lists the
fault rules that never fired. To add a kind, see [Add a fault](contributing/add-a-fault.md).
`;

/** The page on faults: when a rule fires, and every kind. */
export async function renderFaults() {
  const keys = await documentedKeys();
  return [
    heading("Faults") + INTRODUCTION,
    table(["key", "meaning", "example"], conditionRows(keys)),
    AFTER_CONDITIONS,
    table(["kind", "example", "what the client sees", "phase", "outcome"], kindRows(keys)),
    END,
  ].join("\n");
}

/** The keys that rules of every kind have; `on`, the only required one, comes first. */
function conditionRows(keys) {
  const ofKinds = new Set(KINDS.flatMap(({ shape }) => Object.keys(shape)));
  const rows = keys.flatMap(([path, about]) => {
    const [, key] = /^faults\[\]\.([\w.]+)$/.exec(path) ?? [];
    if (key === undefined || ofKinds.has(key.split(".")[0])) return [];
    return [[code(key), about, code(SCENARIO_EXAMPLES[path])]];
  });
  return rows.sort(([left], [right]) => Number(right === "`on`") - Number(left === "`on`"));
}

/** The rows for each kind: one for each way in which it can be written. */
function kindRows(keys) {
  const descriptions = new Map(keys);
  return KINDS.flatMap(({ name, phases }) => {
    const about = descriptions.get(`faults[].${name}`).replace("Fault: ", "");
    const meaning = about[0].toUpperCase() + about.slice(1);
    const outcome = traitsOf(name).hidesOutcome ? "hidden" : "visible";
    return examplesOf(name).map((example, index) => [
      index === 0 ? code(name) : "",
      code(example),
      index === 0 ? meaning : "",
      phases(parse(example)).join(", "),
      index === 0 ? outcome : "",
    ]);
  });
}

function examplesOf(name) {
  const examples = Object.entries(SCENARIO_EXAMPLES)
    .filter(
      ([path, example]) => path.startsWith(`faults[].${name}`) && example.startsWith(`${name}:`),
    )
    .map(([, example]) => example);
  return [...new Set(examples)];
}

function code(text) {
  return `\`${text}\``;
}
