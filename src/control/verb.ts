import type { z } from "zod";
import type * as kit from "./grammar-kit.ts";
import type { VerbScope } from "./host.ts";

/** The building blocks of grammars, loaded when a call's arguments are first checked. */
export type GrammarKit = typeof kit;

/** Makes a grammar for exactly this type: it accepts neither more nor fewer values. */
export type GrammarOf<in out Value> = (kit: GrammarKit) => z.ZodType<Value>;

export type NoArguments = Readonly<Record<never, never>>;

export type VerbRoute<Argument extends string = string> = {
  /** The method, and the path under `CONTROL_PATH`; `{name}` stands for the argument `name`. */
  readonly route: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;
  readonly summary: string;
  /** Arguments that are in the query although the verb has a body. */
  readonly query?: readonly Argument[];
  /** Content of the body: all other arguments as JSON, or the bytes or text of one argument. */
  readonly body?: "json" | { readonly bytesOf: Argument } | { readonly textOf: Argument };
  /** Whether the verb acts on the server and needs no key: `true`, or the argument that decides. */
  readonly isOfServer?: true | Argument;
  /** Whether the verb needs no control token. */
  readonly isPublic?: true;
  /** Whether the verb works before its sandbox has been read from the store. */
  readonly worksUnread?: true;
  /** Whether the verb needs the sandbox's journal or traces. */
  readonly usesRecords?: true;
};

export type Verb<Arguments, Response> = VerbRoute & {
  /** Valid arguments, with every field if possible. Default: no arguments. */
  readonly example?: Arguments;
  /** The grammar of the arguments; if omitted, the verb takes none. */
  readonly arguments?: GrammarOf<Arguments>;
  /** Throws a SimulatorError on failure. */
  readonly act: (scope: VerbScope, args: Arguments) => Response | Promise<Response>;
};

export function routeParts({ route }: VerbRoute): {
  readonly method: string;
  readonly path: string;
} {
  const [method = "", path = ""] = route.split(" ");
  return { method, path };
}

/** Whether a call to a verb with these arguments acts on the server, not on a sandbox. */
export function actsOnServer({ isOfServer }: VerbRoute, args: unknown): boolean {
  if (typeof isOfServer !== "string") return isOfServer === true;
  return (args as Readonly<Record<string, unknown>>)[isOfServer] === true;
}

/** Defines a verb whose arguments have exactly the type that the grammar describes. */
export function defineVerb<Arguments, Response>(
  parts: VerbRoute<NoInfer<keyof Arguments & string>> & {
    readonly example?: NoInfer<Arguments>;
    readonly arguments?: (kit: GrammarKit) => z.ZodType<Arguments>;
    readonly act: (scope: VerbScope, args: NoInfer<Arguments>) => Response | Promise<Response>;
  },
): Verb<Arguments, Response> {
  return parts;
}
