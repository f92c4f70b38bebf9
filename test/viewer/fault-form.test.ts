import { expect, test } from "@jest/globals";
import type { FaultRule } from "../../src/core/fault-rule.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { exampleOf, faultForm, ruleOf, ruleText } from "../../src/viewer/model/fault-form.ts";
import { startTestSimulator } from "../support/simulator.ts";

test("the form offers every kind of fault, and makes rules that the grammar accepts", async () => {
  await using sim = await startTestSimulator();
  const document = (await (await fetch(`${sim.controlUrl}/openapi.json`)).json()) as JsonObject;
  const form = faultForm(document);
  expect(form.operations).toContain("getResults");
  const names = form.kinds.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["status", "delay", "hang", "truncate", "rateLimit"]),
  );
  const rule = (entries: Record<string, string>) => ruleOf(form, entries);
  const rules = [
    rule({ on: "getResults", kind: "status", status: "503", times: "2", name: "outage" }),
    rule({ on: "*", kind: "hang", "when.jobState": "running", "when.jobAge.min": "5s" }),
    rule({ on: "getJob", kind: "truncate", "truncate.atBytes": "10", probability: "50%" }),
  ];
  expect(rules).toEqual([
    { on: "getResults", status: 503, times: 2, name: "outage" },
    { on: "*", hang: true, when: { jobState: "running", jobAge: { min: "5s" } } },
    { on: "getJob", truncate: { atBytes: 10 }, probability: "50%" },
  ]);
  expect(await sim.control.faults.add(...(rules as never[]))).toHaveLength(3);
});

test("each kind of fault has an example that can be injected as it is", async () => {
  await using sim = await startTestSimulator();
  const document = (await (await fetch(`${sim.controlUrl}/openapi.json`)).json()) as JsonObject;
  const form = faultForm(document);
  for (const { name } of form.kinds) {
    const [rule] = await sim.control.faults.add(ruleOf(form, exampleOf(name)) as never);
    expect(rule?.rule.fault.kind).toBe(name);
    expect(ruleText(rule?.rule as FaultRule)).toContain(`${name}`);
  }
  expect(form.kinds.length).toBeGreaterThan(15);
});
