import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/core/json.ts";
import {
  canExist,
  type Options,
  optionsOf,
  presenceOptions,
  requiredKeys,
  schemasOf,
  sizeOptions,
  typeOptions,
  typesOf,
  valueOptions,
} from "./alternatives.ts";
import { SchemaDocument, type SchemaNode } from "./schema-document.ts";

/** A choice that at least one row reached. */
export type Choice = {
  /** Keys from the root, `[]` for items, `|` before a member of a union, `?` before a branch. */
  readonly place: string;
  readonly kind: Options["kind"];
  readonly alternatives: readonly string[];
  /** Whether other choices can restrict this one, so that some pairs may be impossible. */
  readonly isEntangled: boolean;
  /** For each row that reached the choice: the alternatives that it took, several if the place occurs several times. */
  readonly takenBy: ReadonlyMap<number, ReadonlySet<string>>;
};

type OpenChoice = Omit<Choice, "takenBy"> & { readonly takenBy: Map<number, Set<string>> };

/** Deeper recursion is the same as this. */
const MOST_DEPTH = 3;

/** The context in which a value is visited. */
type Visit = {
  readonly place: string;
  readonly nodes: readonly SchemaNode[];
  readonly value: JsonValue;
  /** Keys that schemas around this one require of the same value. */
  readonly required?: ReadonlySet<string>;
  readonly isEntangled?: boolean;
  /** The recursive places around this one, by pointer. */
  readonly around: ReadonlyMap<string, Around>;
};

type Around = {
  readonly place: string;
  readonly depth: number;
  readonly deepest: { depth: number };
};

/** Finds the choices that rows reach in a schema, in the order in which they reach them, and the alternatives that they take. */
export class BranchCoverage {
  readonly #document: SchemaDocument;
  readonly #choices = new Map<string, OpenChoice>();
  #row = -1;

  constructor(schema: JsonValue) {
    this.#document = new SchemaDocument(schema);
  }

  /** The choices that rows have reached. */
  get choices(): readonly Choice[] {
    return [...this.#choices.values()];
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#row + 1;
  }

  /** Adds the next row, which must conform to the schema. */
  add(row: JsonValue): void {
    this.#row++;
    this.#visit({ place: "", nodes: [this.#document.root], value: row, around: new Map() });
  }

  #visit(visit: Visit): void {
    const parts = this.#document.partsOf(visit.nodes);
    const again = parts
      .map(({ pointer }) => visit.around.get(pointer))
      .find((each) => each !== undefined);
    const entry = parts.find((part) => this.#document.isRecursive(part));
    if (entry === undefined) {
      this.#visitParts(visit, parts);
      return;
    }
    const depth = (again?.depth ?? 0) + 1;
    const deepest = again?.deepest ?? { depth };
    deepest.depth = Math.max(deepest.depth, depth);
    const place = again?.place ?? visit.place;
    const around = new Map(visit.around).set(entry.pointer, { place, depth, deepest });
    this.#visitParts({ ...visit, place, around }, parts);
    if (again !== undefined) return;
    const taken = `depth ${Math.min(deepest.depth, MOST_DEPTH)}`;
    const depths = Array.from({ length: MOST_DEPTH }, (_, i) => `depth ${i + 1}`);
    this.#take({ ...visit, isEntangled: true }, "", optionsOf("depth", depths, [taken]));
  }

  #visitParts(visit: Visit, parts: readonly SchemaNode[]): void {
    const { value } = visit;
    const isEntangled = visit.isEntangled === true || schemasOf(parts).some(hasConditions);
    const here = { ...visit, isEntangled };
    this.#take(here, "", valueOptions(this.#document, parts, value));
    this.#take(here, "", typeOptions(this.#document, parts, value));
    if (Array.isArray(value)) this.#take(here, "", sizeOptions(parts, value));
    const required = new Set([...(visit.required ?? []), ...requiredKeys(parts)]);
    if (isJsonObject(value))
      for (const [key, options] of presenceOptions(parts, value, required))
        this.#take(here, `.${key}`, options);
    for (const part of parts) {
      this.#visitUnion({ ...here, required }, parts, part);
      this.#visitConditions({ ...here, required }, part);
    }
    if (Array.isArray(value)) this.#visitItems(here, parts, value);
    else if (isJsonObject(value)) this.#visitProperties(here, parts, value);
  }

  #visitUnion(visit: Visit, parts: readonly SchemaNode[], part: SchemaNode): void {
    for (const keyword of ["anyOf", "oneOf"]) {
      const members = this.#document.children(part, keyword);
      const possible = members.filter((member) => this.#isPossible(member, parts));
      const taken = possible.filter((member) => this.#document.accepts(member, visit.value));
      const nameOf = (member: SchemaNode): string => `|${keyword} ${members.indexOf(member)}`;
      this.#take(visit, "", optionsOf("member", possible.map(nameOf), taken.map(nameOf)));
      for (const member of taken)
        this.#visit({ ...visit, place: visit.place + nameOf(member), nodes: [member] });
    }
  }

  /** Whether a member of a union can have values, as far as its types and listed values show. */
  #isPossible(member: SchemaNode, parts: readonly SchemaNode[]): boolean {
    const own = this.#document.partsOf([member]);
    const accepts = (value: JsonValue): boolean =>
      [...parts.slice(0, 1), member].every((part) => this.#document.accepts(part, value));
    if (!own.every(({ schema }) => canExist(schema))) return false;
    for (const schema of schemasOf(own)) {
      const listed = Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : schema["enum"];
      if (Array.isArray(listed)) return listed.some(accepts);
    }
    const types = typesOf(own);
    if (types?.length === 1 && types[0] === "null") return accepts(null);
    const others = typesOf(parts);
    if (types === undefined || others === undefined) return true;
    const isNumber = (list: readonly string[]): boolean =>
      list.includes("number") || list.includes("integer");
    return types.some((type) => others.includes(type)) || (isNumber(types) && isNumber(others));
  }

  #visitConditions(visit: Visit, part: SchemaNode): void {
    const condition = this.#document.child(part, "if");
    const branches = ["then", "else"].map((name) => this.#document.child(part, name));
    if (condition !== undefined && branches.some((branch) => branch !== undefined)) {
      const index = this.#document.accepts(condition, visit.value) ? 0 : 1;
      const names = ["?then", "?else"];
      const possible = names.filter(
        (_, i) => isOpen(condition.schema, i) && canExist(branches[i]?.schema ?? true),
      );
      const taken = names.slice(index, index + 1);
      this.#take({ ...visit, isEntangled: true }, "", optionsOf("branch", possible, taken));
      const branch = branches[index];
      if (branch !== undefined)
        this.#visit({ ...visit, place: visit.place + names[index], nodes: [branch] });
    }
    for (const keyword of ["dependentSchemas", "dependencies"])
      for (const key of Object.keys(isJsonObject(visit.value) ? visit.value : {})) {
        const added = this.#document.child(part, keyword, key);
        if (added !== undefined && !Array.isArray(added.schema))
          this.#visit({ ...visit, place: `${visit.place}?${key}`, nodes: [added] });
      }
  }

  #visitItems(visit: Visit, parts: readonly SchemaNode[], items: readonly JsonValue[]): void {
    items.forEach((value, index) => {
      const fixed = parts.flatMap(
        (part) =>
          this.#document.child(part, "prefixItems", index) ??
          this.#document.child(part, "items", index) ??
          [],
      );
      const others = parts.flatMap((part) => this.#document.child(part, "items") ?? []);
      const rest = others.filter(({ schema }) => !Array.isArray(schema));
      const [nodes, place] = fixed.length > 0 ? [fixed, `[${index}]`] : [rest, "[]"];
      if (nodes.length > 0)
        this.#visit({ ...inside(visit), place: visit.place + place, nodes, value });
    });
  }

  #visitProperties(visit: Visit, parts: readonly SchemaNode[], object: JsonObject): void {
    for (const [key, value] of Object.entries(object)) {
      const own = parts.flatMap((part) => this.#document.child(part, "properties", key) ?? []);
      const others = parts.flatMap((part) => {
        const patterns = part.schema as { patternProperties?: JsonObject };
        const matching = Object.keys(patterns.patternProperties ?? {}).filter((each) =>
          regexOf(each).test(key),
        );
        const matched = matching.flatMap(
          (each) => this.#document.child(part, "patternProperties", each) ?? [],
        );
        return matched.length > 0
          ? matched
          : (this.#document.child(part, "additionalProperties") ?? []);
      });
      const [nodes, place] = own.length > 0 ? [own, `.${key}`] : [others, ".*"];
      if (nodes.length > 0)
        this.#visit({ ...inside(visit), place: visit.place + place, nodes, value });
    }
  }

  #take({ place, isEntangled = false }: Visit, suffix: string, options: Options | undefined): void {
    if (options === undefined) return;
    const { kind, alternatives, taken } = options;
    const key = `${place}${suffix} ${kind} ${kind === "member" ? alternatives.join() : ""}`;
    let choice: OpenChoice | undefined = this.#choices.get(key);
    if (choice === undefined) {
      choice = { place: place + suffix, kind, alternatives, isEntangled, takenBy: new Map() };
      this.#choices.set(key, choice);
    }
    const all = choice.takenBy.get(this.#row) ?? new Set<string>();
    for (const each of taken) all.add(each);
    choice.takenBy.set(this.#row, all);
  }
}

/** In Unicode mode if it accepts the pattern, as in `SchemaDocument`. */
function regexOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

/** The context that remains valid inside a value. */
function inside({ required: _, ...visit }: Visit): Visit {
  return visit;
}

/** Whether keywords make one choice of a value restrict another. */
function hasConditions(schema: JsonObject): boolean {
  const keywords = [
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "not",
    "minProperties",
    "maxProperties",
  ];
  const isMixed = ("anyOf" in schema || "oneOf" in schema) && "properties" in schema;
  return isMixed || keywords.some((keyword) => keyword in schema);
}

/** A condition that is always true or false leaves one branch. */
function isOpen(condition: JsonValue, branch: number): boolean {
  return typeof condition !== "boolean" || condition === (branch === 0);
}
