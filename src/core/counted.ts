/** A number and its noun, such as `1 row` or `2 rows`. */
export function counted(count: number, noun: string): string {
  const ending = /(x|ch)$/.test(noun) ? "es" : "s";
  return `${count} ${noun}${count === 1 ? "" : ending}`;
}
