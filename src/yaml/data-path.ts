export type DataPath = readonly (string | number)[];

export type KeyOrValue = "key" | "value";

export type DataProblem = {
  readonly path: DataPath;
  readonly message: string;
  /** Whether the problem is with the key or the value. Default: the value. */
  readonly at?: KeyOrValue;
};

/** Prepends `keys` to each problem's path, which is then relative to an enclosing part. */
export function within<Problem extends { readonly path: DataPath }>(
  keys: DataPath,
  found: readonly Problem[],
): Problem[] {
  return found.map((problem) => ({ ...problem, path: [...keys, ...problem.path] }));
}

/** A human-readable path, such as `profiles.0.queued` or `models["model-3.1-8b"].contextWindow`. */
export function formatPath(path: DataPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "string" && !/^[\w-]+$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** Describes a value for a message: its JSON, shortened if long, and its type. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = textOf(value);
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return `\`${short}\` (${typeName(value)})`;
}

/** JSON, or the closest approximation for JavaScript values that JSON can't represent. */
function textOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof Date) return "Date";
  return Array.isArray(value) ? "list" : typeof value;
}
