import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { Problem } from "../../core/errors.ts";
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest, suggestion } from "../../core/nearest.ts";
import { once, oncePer } from "../../core/once-per.ts";
import { asObject } from "../../spec/document-place.ts";
import type { Operation } from "../../spec/operation.ts";
import { bodySchema } from "../../spec/request-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { queryOf, type RoutedCall } from "./incoming-call.ts";
import { hasManyValues, problemsOf, type ValidatorError } from "./problem-message.ts";
import { isOpen, requestDocument } from "./request-document.ts";

/** Finds a request's problems. Coerces the query in place. Synchronous if no check is needed. */
export type Validator = (
  call: Call,
  body: JsonValue | undefined,
) => readonly Problem[] | Promise<readonly Problem[]>;

type Call = Pick<RoutedCall, "req" | "res" | "route">;

/** The data that the library adds to a request. Only the path parameters vary by request. */
type Metadata = { pathParams: Readonly<Record<string, string>> };
type Prepared = Request & { openapi?: Metadata; params: Readonly<Record<string, string>> };

/** Checks that report all problems or only the first one. Empty if no request can be invalid. */
type Checks = { readonly [Kind in "thorough" | "brief"]?: ReturnType<typeof checkOf> };

/**
 * Makes a spec's validator. An operation's first request sets up express-openapi-validator for that
 * operation alone: setting it up for all operations would make that request take a third longer. An
 * operation that accepts every request needs no validator.
 */
export function createValidator(spec: Spec): Validator {
  const rejectsUnknown = spec.assumptions["unknown-fields"] === "rejected";
  const checksOf = oncePer((operation: Operation): Checks => {
    if (isOpen(operation.served)) return {};
    return { thorough: checkOf(operation, true), brief: checkOf(operation, false) };
  });
  return (call, body) => {
    const { req, route } = call;
    const { operation } = route;
    const unknown = rejectsUnknown ? unknownParameters(req, operation) : NONE;
    const checks = checksOf(operation);
    const check = hasManyValues(body) ? checks.brief : checks.thorough;
    if (check === undefined) return unknown;
    // The validator adds defaults, which must not appear as if the client had sent them.
    req.body = body === undefined ? undefined : copyJson(body);
    return check(call).then((problems) => [...problems, ...unknown]);
  };
}

const NONE: readonly Problem[] = [];

/** An operation's check; the first request sets it up. */
function checkOf(operation: Operation, allErrors: boolean) {
  const steps = once(() => setUp(operation, allErrors));
  let metadata: Metadata | undefined;
  return async (call: Call): Promise<readonly Problem[]> => {
    const { look, check } = await steps();
    metadata ??= await lookUp(look, call);
    const prepared = call.req as Prepared;
    prepared.openapi = { ...metadata, pathParams: call.route.pathParams };
    try {
      await run(check, prepared, call.res);
      return [];
    } catch (error) {
      if (!isValidatorError(error)) throw error;
      const problems = problemsOf(error.errors, prepared);
      const named = problems.map((each) => withSentName(each, prepared, operation));
      return withReasons(named, error.errors, operation);
    }
  };
}

/**
 * The validator's data for an operation. The validator finds the operation by the request's URL.
 * Because a URL can have a base path and unusual characters, the validator gets a request with the
 * operation's simplest possible URL instead.
 */
async function lookUp(look: RequestHandler, { req, res, route }: Call): Promise<Metadata> {
  const { operation } = route;
  const url = { value: operation.path.replace(/\{[^{}]+\}/g, "x") };
  const method = { value: operation.method };
  const plain: Prepared = Object.create(req, { url, originalUrl: url, method });
  await run(look, plain, res);
  if (plain.openapi === undefined)
    throw new RangeError(`Expected the validator to know \`${operation.operationId}\`.`);
  return plain.openapi;
}

/** Separates the library's check from its lookup: each lookup compiles patterns again. */
async function setUp({ served }: Operation, allErrors: boolean) {
  // The library is CommonJS: some loaders put its exports on the module, others only on `default`.
  const loaded = await import("express-openapi-validator");
  const { middleware } =
    "middleware" in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const document = requestDocument(served);
  const code = JSON.stringify(document).includes('"pattern') ? await safePatterns() : {};
  const handlers = middleware({
    // The library's type is stricter than its checks, and parsed JSON can't be typed so precisely.
    apiSpec: document as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    fileUploader: false,
    ignoreUndocumented: true,
  });
  adjustAjv(middleware, code);
  // The library's type says that this is a single handler, but it is a list of steps.
  const [, look, , check] = handlers as unknown as RequestHandler[];
  if (look === undefined || check === undefined)
    throw new RangeError("Expected the validator to have four steps.");
  return { look, check };
}

/** The most recently created validator, which the library's types don't mention. */
type Latest = { readonly _oav: { readonly ajvOpts: { baseOptions: () => object } } };

/** The Ajv option that makes patterns run in linear time. */
async function safePatterns(): Promise<object> {
  const { linearTest, regExpEngine } = await import("schema-values");
  return { regExp: regExpEngine(linearTest) };
}

/**
 * Works around problems that no option of the library solves: it fails on `prefixItems` unless the
 * number of items is fixed, its search for references in nested lists takes twice as long with each
 * level, and patterns can take exponential time.
 */
function adjustAjv(middleware: unknown, code: object): void {
  const { ajvOpts } = (middleware as Latest)._oav;
  const options = ajvOpts.baseOptions.bind(ajvOpts);
  ajvOpts.baseOptions = () => ({ ...options(), strictTuples: false, inlineRefs: false, code });
}

/** If the client sent a similar but unknown name, suggests the missing field's name. */
function withSentName(
  problem: Problem,
  { body, query }: Prepared,
  { served, queryNames }: Operation,
): Problem {
  const { path, message, type } = problem;
  const [, isQuery, wanted = ""] = /^(query\.|\/)([^/]+)$/.exec(path) ?? [];
  if (type !== "required" || isQuery === undefined) return problem;
  const [sent, known] =
    isQuery === "/" ? [body, fieldsIn(bodySchema(served))] : [query, queryNames];
  const unknown = isJsonObject(sent)
    ? Object.keys(sent).filter((name) => !known.includes(name))
    : [];
  const meant =
    nearest(wanted, unknown) ?? unknown.find((name) => wanted.split("_").includes(name));
  if (meant === undefined) return problem;
  return { ...problem, message: `${message} Got \`${meant}\`; did you mean \`${wanted}\`?` };
}

function fieldsIn(schema: JsonObject): readonly string[] {
  return Object.keys(asObject(schema["properties"]));
}

function isValidatorError(error: unknown): error is { errors: readonly ValidatorError[] } {
  return Array.isArray(Object(error).errors);
}

/** Appends a violated cross-field rule's description to the problems with the rule's fields. */
function withReasons(
  problems: readonly Problem[],
  errors: readonly ValidatorError[],
  { served }: Operation,
): readonly Problem[] {
  if (!errors.some(({ errorCode }) => errorCode?.startsWith("if."))) return problems;
  const rule = asObject(bodySchema(served)["then"]);
  const reason = String(rule["description"] ?? "");
  return problems.map((problem) =>
    fieldsIn(rule).some((field) => problem.path === `/${field}`)
      ? { ...problem, message: `${problem.message} ${reason}`.trimEnd() }
      : problem,
  );
}

function unknownParameters(req: Request, operation: Operation): readonly Problem[] {
  return Object.keys(queryOf(req))
    .filter((name) => !operation.queryNames.includes(name))
    .map((name) => {
      const hint = suggestion(name, operation.queryNames);
      const message = `Expected \`${name}\` to be omitted: the operation has no such parameter.${hint}`;
      return { path: `query.${name}`, message, type: "additionalProperties" };
    });
}

function run(handler: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) =>
      error === undefined ? resolve() : reject(error);
    // The handler's promise is not awaited, because the handler calls `next`, or throws.
    Promise.resolve(handler(req, res, next)).catch(reject);
  });
}
