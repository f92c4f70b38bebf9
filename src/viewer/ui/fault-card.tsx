import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
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

const START: FormEntries = { on: "getResults", kind: "status", status: "503", times: "1" };

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
  const rule = ruleOf(form, entries.value);
  const kind = form.kinds.find(({ name }) => name === entries.value["kind"]);
  const set = (name: string, value: string): void => {
    entries.value = { ...entries.value, [name]: value };
  };
  return (
    <Card
      title="Inject a fault"
      about="The rule is tried before the existing ones, for calls from now on."
      action="Inject"
      done="The rule is in effect."
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
          onChange={(value) => set("kind", value)}
        />
        {kind === undefined || kind.input.kind === "flag" ? null : (
          <Field field={kind} prefix="" entries={entries} />
        )}
        {form.others
          .filter(({ name }) => name === "times")
          .map((field) => (
            <Field key={field.name} field={field} prefix="" entries={entries} />
          ))}
      </div>
      {kind === undefined ? null : <p class="dim small kind">{kind.description}</p>}
      <details>
        <summary>More conditions</summary>
        <div class="fields">
          {form.others
            .filter(({ name }) => name !== "times")
            .map((field) => (
              <Field key={field.name} field={field} prefix="" entries={entries} />
            ))}
        </div>
      </details>
    </Card>
  );
}

type FieldProps = {
  readonly field: FormField;
  readonly prefix: string;
  readonly entries: Signal<FormEntries>;
};

function Field({ field, prefix, entries }: FieldProps): JSX.Element {
  const { name, description, input } = field;
  const key = prefix + name;
  const value = entries.value[key] ?? "";
  const set = (next: string): void => {
    entries.value = { ...entries.value, [key]: next };
  };
  if (input.kind === "group") {
    return (
      <fieldset class="fields" title={description}>
        <legend>
          <code>{name}</code>
        </legend>
        {input.fields.map((each) => (
          <Field key={each.name} field={each} prefix={`${key}.`} entries={entries} />
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
          inputMode={input.kind === "number" ? "numeric" : "text"}
          value={value}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </label>
  );
}
