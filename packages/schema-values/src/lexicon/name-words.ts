/**
 * The words of a property name in lowercase, without accents: `createdAt`, `created_at`, and
 * `Created-At` are the same.
 */
export function nameWords(name: string): readonly string[] {
  return withoutAccents(name)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, " $1")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function withoutAccents(name: string): string {
  // Hardly any name has accents, and removing them is slow.
  if (!/[^ -~]/.test(name)) return name;
  return name.replaceAll("ß", "ss").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The approximate singular of a plural name. */
export function singularOf(word: string): string {
  if (/ies$/i.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|tus|nus|rus|bus|x|zz|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return /s$/i.test(word) && !/(?:ss|us|is|[^ -~]s)$/i.test(word) ? word.slice(0, -1) : word;
}
