/** A type whose properties can be assigned. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
