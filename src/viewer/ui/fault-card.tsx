import { useMemo, useState } from "preact/hooks";
import type { Issue } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import {
  exampleOf,
  type FaultForm,
  type FormEntries,
  type FormField,
  faultForm,
  ruleOf,
} from "../model/fault-form.ts";
import { Card } from "./actions.tsx";
import { FieldProblem } from "./basics.tsx";
import { Choice } from "./filters.tsx";
import { useControl } from "./hooks.ts";

type Entered = {
  readonly entries: FormEntries;
  readonly issues: readonly Issue[];
  readonly set: (name: string, value: string) => void;
};

/** Adds a fault rule, with a form made from the JSON Schema of fault rules. */
export function FaultCard() {
  const document = useControl<JsonObject>("/openapi.json");
  const form = useMemo(() => document && faultForm(document), [document]);
  return form === undefined ? null : <FaultFields form={form} />;
}

function FaultFields({ form }: { readonly form: FaultForm }) {
  const [entries, setEntries] = useState(exampleOf("status"));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const enter = (next: FormEntries): void => {
    setEntries(next);
    setIssues([]);
  };
  const set = (name: string, value: string): void => enter({ ...entries, [name]: value });
  const entered = { entries, issues, set };
  const kind = form.kinds.find(({ name }) => name === entries["kind"]);
  const shown = kind === undefined ? form.others : [kind, ...form.others];
  const keys = keysOf(shown);
  const isFirst = (field: FormField): boolean =>
    field === kind ? kind.input.kind !== "flag" : field.name === "times";
  return (
    <Card
      title="Inject a fault"
      about="The rule applies to new calls, and is tried before the existing rules."
      action="Inject"
      done="The rule is in effect."
      onIssues={setIssues}
      call={{ method: "POST", path: "/faults", body: { faults: [ruleOf(form, entries)] } }}
    >
      <div class="fields">
        <Choice
          label="Operation"
          value={entries["on"] ?? ""}
          options={form.operations}
          onChange={(value) => set("on", value)}
        />
        <Choice
          label="Fault"
          value={entries["kind"] ?? ""}
          options={form.kinds.map(({ name }) => name)}
          onChange={(value) => enter(exampleOf(value))}
        />
        <Fields fields={shown.filter(isFirst)} {...entered} />
      </div>
      {issues
        .filter((issue) => !keys.includes(keyOf(issue)))
        .map(({ path, message }) => (
          <FieldProblem key={`${path}${message}`} text={message} />
        ))}
      {kind !== undefined && <p class="dim small kind">{kind.description}</p>}
      <details>
        <summary>More conditions</summary>
        <div class="fields">
          <Fields fields={form.others.filter((field) => !isFirst(field))} {...entered} />
        </div>
      </details>
    </Card>
  );
}

/** The field that an issue is about: `status` for `faults.0.status`. */
function keyOf({ path = "" }: Issue): string {
  return path.replace(/^faults\.\d+\.?/, "");
}

/** The keys of the fields in which the user can enter something. */
function keysOf(fields: readonly FormField[]): readonly string[] {
  return fields.flatMap(({ key, input }) => {
    if (input.kind === "group") return keysOf(input.fields);
    return input.kind === "flag" ? [] : [key];
  });
}

type FieldsProps = Entered & { readonly fields: readonly FormField[] };

function Fields({ fields, ...entered }: FieldsProps) {
  const { entries, issues, set } = entered;
  return (
    <>
      {fields.map(({ name, key, description, input }) => {
        if (input.kind === "group")
          return (
            <fieldset key={name} class="fields" title={description}>
              <legend>
                <code>{name}</code>
              </legend>
              <Fields fields={input.fields} {...entered} />
            </fieldset>
          );
        const value = entries[key] ?? "";
        const { message = "" } = issues.find((issue) => keyOf(issue) === key) ?? {};
        return (
          <label key={name} title={description}>
            <code>{name}</code>
            {input.kind === "choice" ? (
              <Choice
                isCompact
                label={key}
                value={value}
                options={["", ...input.options]}
                onChange={(chosen) => set(key, chosen)}
              />
            ) : (
              <input
                aria-invalid={message !== ""}
                inputMode={input.kind === "number" ? "numeric" : "text"}
                value={value}
                onInput={({ currentTarget }) => set(key, currentTarget.value)}
              />
            )}
            <FieldProblem text={message} />
          </label>
        );
      })}
    </>
  );
}
