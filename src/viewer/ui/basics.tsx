import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

/** A button that doesn't submit the form around it. */
export function Button(props: JSX.IntrinsicElements["button"]) {
  return <button {...props} type="button" />;
}

type SignButtonProps = JSX.IntrinsicElements["button"] & Readonly<Record<"name" | "sign", string>>;

/** A button that shows a sign, with a name for screen readers and as a tooltip. */
export function SignButton({ name, sign, ...others }: SignButtonProps) {
  return (
    <Button {...others} aria-label={name} title={name}>
      {sign}
    </Button>
  );
}

export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return <SignButton class="close" name="Close" sign="×" onClick={onClose} />;
}

/** How long the button confirms a copy, in milliseconds. */
const SAID_MS = 1200;

type Copied = { readonly text: string | (() => string); readonly label?: string };

export function CopyButton({ text, label = "Copy" }: Copied) {
  const [answer, setAnswer] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setAnswer("Copied");
    } catch {
      setAnswer("Couldn't copy");
    }
    setTimeout(() => setAnswer(""), SAID_MS);
  };
  return (
    <Button class="copy" onClick={() => void copy()}>
      {answer === "" ? label : answer}
    </Button>
  );
}

export function Command(props: Copied & { readonly text: string }) {
  return (
    <div class="curl">
      <code>{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}

export type Column<Row> = {
  /** Empty for a column without a header. */
  readonly title: ComponentChildren;
  readonly sort?: "descending" | "none" | undefined;
  readonly class?: string;
  readonly cell: (row: Row) => ComponentChildren;
};

type TableProps<Row> = {
  readonly class: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly classOf?: (row: Row) => string;
};

/** A table that can be scrolled sideways. */
export function Table<Row>({ class: kind, columns, rows, classOf }: TableProps<Row>) {
  return (
    <div class="wide">
      <table class={kind}>
        <thead>
          <tr>
            {columns.map(({ title, sort, class: name }, index) =>
              title === "" ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" class={name === "num" ? name : ""} aria-sort={sort}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place} class={classOf?.(row)}>
              {columns.map(({ class: name, cell }, index) => (
                <td key={index} class={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Named = {
  readonly name: string;
  readonly isNumeric?: boolean;
  readonly children: ComponentChildren;
};

/** A name with its value, in a list of facts; renders nothing without a value. */
export function Fact({ name, isNumeric, children }: Named) {
  return children === undefined || children === "" ? null : (
    <>
      <dt>{name}</dt>
      <dd class={isNumeric === true ? "num" : undefined}>{children}</dd>
    </>
  );
}

export function FieldProblem({ text }: { readonly text: string }) {
  return text === "" ? null : (
    <span class="field-problem" role="alert">
      {text}
    </span>
  );
}

/** A sentence with the text between backticks shown as code. */
export function CodeText({ text }: { readonly text: string }) {
  const parts = text.split("`");
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
