/** `Type` without `readonly` on its properties. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
