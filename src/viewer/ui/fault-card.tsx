import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ProblemIssue } from "../live/control-client.ts";
import { exampleOf } from "../model/fault-examples.ts";
import {
  type FaultForm,
  type FormEntries,
  type FormField,
  faultForm,
  ruleOf,
} from "../model/fault-form.ts";
import { useApp } from "./app-state.ts";
import { Card } from "./card.tsx";
import { Choice } from "./choice.tsx";
import { useLoaded } from "./use-loaded.ts";

const START: FormEntries = exampleOf("status");

/** Adds a fault rule, with a form made from the grammar's JSON Schema. */
export function FaultCard(): JSX.Element | null {
  const { data } = useApp();
  const { value: form } = useLoaded("fault-form", async () =>
    faultForm((await data.live?.send({ method: "GET", path: "/openapi.json" })) ?? {}),
  );
  return form === undefined ? null : <FaultFields form={form} />;
}

function FaultFields({ form }: { readonly form: FaultForm }): JSX.Element {
  const entries = useSignal(START);
  const issues = useSignal<readonly ProblemIssue[]>([]);
  const rule = ruleOf(form, entries.value);
  const kind = form.kinds.find(({ name }) => name === entries.value["kind"]);
  const set = (name: string, value: string): void => {
    entries.value = { ...entries.value, [name]: value };
    issues.value = [];
  };
  const names = fieldNames([...(kind === undefined ? [] : [kind]), ...form.others]);
  const others = issues.value.filter((issue) => !names.has(keyOf(issue)));
  return (
    <Card
      title="Inject a fault"
      about="The rule is tried before the existing ones, for calls from now on."
      action="Inject"
      done="The rule is in effect."
      onIssues={(found) => {
        issues.value = found;
      }}
      call={{ method: "POST", path: "/faults", body: { faults: [rule] } }}
    >
      <div class="fields">
        <Choice
          label="Operation"
          value={entries.value["on"] ?? ""}
          options={form.operations}
          onChange={(value) => set("on", value)}
        />
        <Choice
          label="Fault"
          value={entries.value["kind"] ?? ""}
          options={form.kinds.map(({ name }) => name)}
          onChange={(value) => {
            entries.value = exampleOf(value);
            issues.value = [];
          }}
        />
        {kind === undefined || kind.input.kind === "flag" ? null : (
          <Field field={kind} prefix="" {...{ entries, issues }} />
        )}
        {form.others
          .filter(({ name }) => name === "times")
          .map((field) => (
            <Field key={field.name} field={field} prefix="" {...{ entries, issues }} />
          ))}
      </div>
      {others.map(({ path, message }) => (
        <p key={path + message} class="field-problem" role="alert">
          {message}
        </p>
      ))}
      {kind === undefined ? null : <p class="dim small kind">{kind.description}</p>}
      <MoreConditions {...{ form, entries, issues }} />
    </Card>
  );
}

function MoreConditions({
  form,
  ...shared
}: Pick<FieldProps, "entries" | "issues"> & { readonly form: FaultForm }): JSX.Element {
  const fields = form.others.filter(({ name }) => name !== "times");
  return (
    <details>
      <summary>More conditions</summary>
      <div class="fields">
        {fields.map((field) => (
          <Field key={field.name} field={field} prefix="" {...shared} />
        ))}
      </div>
    </details>
  );
}

type FieldProps = {
  readonly field: FormField;
  readonly prefix: string;
  readonly entries: Signal<FormEntries>;
  readonly issues: Signal<readonly ProblemIssue[]>;
};

/** The field that an issue is about: `status` for `faults.0.status`. */
function keyOf({ path }: ProblemIssue): string {
  return path.replace(/^faults\.\d+\.?/, "");
}

function fieldNames(fields: readonly FormField[], prefix = ""): ReadonlySet<string> {
  const names = fields.flatMap(({ name, input }) => [
    ...(input.kind === "group" ? fieldNames(input.fields, `${prefix}${name}.`) : []),
    ...(input.kind === "group" || input.kind === "flag" ? [] : [prefix + name]),
  ]);
  return new Set(names);
}

function Field({ field, prefix, entries, issues }: FieldProps): JSX.Element {
  const { name, description, input } = field;
  const key = prefix + name;
  const value = entries.value[key] ?? "";
  const problem = issues.value.find((issue) => keyOf(issue) === key)?.message;
  const set = (next: string): void => {
    entries.value = { ...entries.value, [key]: next };
    issues.value = [];
  };
  if (input.kind === "group") {
    return (
      <fieldset class="fields" title={description}>
        <legend>
          <code>{name}</code>
        </legend>
        {input.fields.map((each) => (
          <Field key={each.name} field={each} prefix={`${key}.`} {...{ entries, issues }} />
        ))}
      </fieldset>
    );
  }
  return (
    <label title={description}>
      <code>{name}</code>
      {input.kind === "choice" ? (
        <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="" />
          {input.options.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          aria-invalid={problem !== undefined}
          inputMode={input.kind === "number" ? "numeric" : "text"}
          value={value}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
      {problem === undefined ? null : (
        <span class="field-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}
