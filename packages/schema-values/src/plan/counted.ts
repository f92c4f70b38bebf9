/** A count with its noun: "1 item", "3 items". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Says that only this many values are possible. */
export function onlyValues(count: number): string {
  return `only ${counted(count, "value is", "values are")} possible`;
}

/** Says that only this many names are allowed, but at least this many properties are required. */
export function onlyNames(least: number, count: number): string {
  const needed = counted(least, "property is required", "properties are required");
  return `at least ${needed}, but only ${counted(count, "name is", "names are")} allowed`;
}
