/** An accepted API key, and what people call it. */
type NamedKey = { readonly key: string; readonly name: string | undefined };

/** Reads `team-a=KEY`, or a key alone. The padding of a key in base64 is not taken for a name. */
export function namedKey(text: string): NamedKey {
  const [, name, key = text] = /^([A-Za-z][\w.-]*)=([^=].*)$/.exec(text) ?? [];
  return { key, name };
}
