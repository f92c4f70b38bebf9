/** A type whose properties are like another type's, but never `readonly`. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
