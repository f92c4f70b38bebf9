/** A count with its noun: "1 item", "3 items". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** So many values, and no more. */
export function onlyValues(count: number): string {
  return `only ${counted(count, "value", "values")} would do`;
}

/** So many names, and no more, for at least so many properties. */
export function onlyNames(least: number, count: number): string {
  const needed = counted(least, "property is required", "properties are required");
  return `at least ${needed}, and only ${counted(count, "name", "names")} would do`;
}
