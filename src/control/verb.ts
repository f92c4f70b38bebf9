import type { z } from "zod";
import type * as kit from "./grammar-kit.ts";
import type { VerbScope } from "./host.ts";

/** The building blocks of grammars, loaded at the first control call. */
export type GrammarKit = typeof kit;

/** Makes the grammar of exactly these values: one that allows more or fewer has another type. */
export type GrammarOf<in out Value> = (kit: GrammarKit) => z.ZodType<Value>;

/** No arguments. */
export type NoArguments = Readonly<Record<never, never>>;

/** The grammar of verbs without arguments. */
export const takesNothing: GrammarOf<NoArguments> = (kit) => kit.noArguments;

/** How a verb is called over HTTP. */
export type VerbRoute<Argument extends string = string> = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `CONTROL_PATH`; `{name}` is the argument of that name. */
  readonly path: string;
  /** The arguments in the query; without a body, every argument that is not in the path. */
  readonly query?: readonly Argument[];
  /** Content of the body: all other arguments as JSON, or the bytes or text of a single one. */
  readonly body?: "json" | { readonly bytesOf: Argument } | { readonly textOf: Argument };
  /** Whether it acts on the server and needs no key: always, or if this argument is true. */
  readonly isOfServer?: true | Argument;
  /** Whether it needs no control token. */
  readonly isPublic?: true;
  /** Whether it works before its sandbox has been read from the store. */
  readonly worksUnread?: true;
  /** Whether it needs the sandbox's journal or traces. */
  readonly usesRecords?: true;
  /** One line. */
  readonly summary: string;
};

/** Something that the control API can do. */
export type Verb<Arguments, Response> = {
  readonly route: VerbRoute;
  /** Valid arguments, every one of them if possible; none if omitted. */
  readonly example?: Arguments;
  readonly arguments: GrammarOf<Arguments>;
  /** Throws a SimulatorError if it can't be done. */
  readonly act: (scope: VerbScope, args: Arguments) => Response | Promise<Response>;
};

/** Whether a call of a verb with these arguments acts on the server, not on a sandbox. */
export function actsOnServer({ isOfServer }: VerbRoute, args: unknown): boolean {
  if (typeof isOfServer !== "string") return isOfServer === true;
  return (args as Readonly<Record<string, unknown>>)[isOfServer] === true;
}

/** A grammar with the type of exactly the values that it describes. */
export function defineGrammar<Value>(
  make: (kit: GrammarKit) => z.ZodType<Value>,
): GrammarOf<Value> {
  return make;
}

/** A verb whose arguments have exactly the type that their grammar describes. */
export function defineVerb<Arguments, Response>(parts: {
  readonly route: VerbRoute<NoInfer<keyof Arguments & string>>;
  readonly example?: NoInfer<Arguments>;
  readonly arguments: (kit: GrammarKit) => z.ZodType<Arguments>;
  readonly act: (scope: VerbScope, args: NoInfer<Arguments>) => Response | Promise<Response>;
}): Verb<Arguments, Response> {
  return parts;
}
