/** A number with a noun, which is plural unless the number is 1. */
export function counted(count: number, noun: string): string {
  const ending = /(x|ch)$/.test(noun) ? "es" : "s";
  return `${count} ${noun}${count === 1 ? "" : ending}`;
}
