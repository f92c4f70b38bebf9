/** An element of an XML document. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type Open = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const TOKEN =
  /<\?xml [^?]*\?>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** Parses XML as strictly as CI systems do: throws if it is not well-formed. */
export function parseXml(text: string): XmlElement {
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const stack: Open[] = [root];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`not well-formed at ${text.slice(at, at + 40)}`);
    const [, close, name = "", attributes = "", selfClosed, words] = found;
    const parent = stack.at(-1) ?? root;
    if (words !== undefined) parent.text += decoded(words).trim();
    else if (close === "/") closeElement(stack, name);
    else if (name !== "") openElement(stack, name, { attributes, isClosed: selfClosed === "/" });
  }
  if (stack.length !== 1) throw new Error(`<${stack.at(-1)?.name}> is not closed`);
  const [only] = root.children;
  if (only === undefined || root.children.length !== 1 || root.text !== "")
    throw new Error("expected one root element");
  return only;
}

function openElement(
  stack: Open[],
  name: string,
  { attributes, isClosed }: { attributes: string; isClosed: boolean },
): void {
  const pairs = [...attributes.matchAll(/([A-Za-z][\w.-]*)="([^"]*)"/g)];
  const element: Open = {
    name,
    attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, decoded(value ?? "")])),
    children: [],
    text: "",
  };
  stack.at(-1)?.children.push(element);
  if (!isClosed) stack.push(element);
}

function closeElement(stack: Open[], name: string): void {
  const open = stack.pop();
  if (open?.name !== name) throw new Error(`</${name}> closes <${open?.name}>`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

function decoded(text: string): string {
  for (const character of text) {
    const isControl = character < " " && !"\t\n\r".includes(character);
    if (isControl || character > "\ufffd") throw new Error("a character that XML can't hold");
  }
  return text.replace(/&([^;]*);?/g, (_, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`unknown entity &${name}`);
    return character;
  });
}
