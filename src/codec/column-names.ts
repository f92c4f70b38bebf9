import { type FileFormat, FileFormatError } from "./file-format-error.ts";

const MAX_NAMES_SHOWN = 10;

/** Throws a FileFormatError naming every column name that occurs more than once. */
export function requireUniqueNames(format: FileFormat, names: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size === 0) return;
  throw new FileFormatError(format, `more than one column is named ${listOf([...repeated])}`);
}

/** Reports that no column has this name, and lists the columns that exist. */
export function missingColumn(
  format: FileFormat,
  names: readonly string[],
  name: string,
): FileFormatError {
  return new FileFormatError(format, `it has no column \`${name}\`, only ${listOf(names)}`);
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => `\`${name}\``);
  const hidden = names.length - shown.length;
  return hidden > 0 ? `${shown.join(", ")} and ${hidden} more` : shown.join(", ");
}
