type Defined<Values> = {
  readonly [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & {
  readonly [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<
    Values[Key],
    undefined
  >;
};

/** A copy of an object without its undefined properties. */
export function defined<const Values extends object>(values: Values): Defined<Values> {
  const known: { [Key in keyof Values]?: unknown } = {};
  for (const key of Object.keys(values) as (keyof Values)[])
    if (values[key] !== undefined) known[key] = values[key];
  return known as Defined<Values>;
}
