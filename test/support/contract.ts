import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { CONTROL_PATH } from "../../src/control/control-path.ts";
import { placedFilePath } from "../../src/control/verbs/put-file.ts";
import type { Exchange, RecordedBody } from "../../src/core/exchange.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { asObject, findPlaceOf, operationsOf, resolveRef } from "../../src/spec/document-place.ts";

/** Judges recorded exchanges by a document: status, content type, headers and body of every answer that no fault shaped. */
class Contract {
  readonly #document: JsonObject;
  readonly #validators = new Map<string, ValidateFunction>();
  // Compiling its metaschema would take most of the time; test/spec checks the document's schemas.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
  });

  constructor(document: JsonObject) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...document, $id: "doc:" });
  }

  /** Violations of the document in an exchange, one sentence each; ignores exchanges that a fault shaped. */
  breaches(exchange: Exchange): string[] {
    if (exchange.fault !== undefined) return [];
    const { status } = exchange.response;
    if (exchange.simError !== undefined && status >= 500)
      return [`the simulator failed: ${exchange.simError}`];
    // The simulator rejected the request, so this is not a response from the service.
    if (exchange.simError !== undefined) return [];
    // The client disconnected before there was a response.
    if (status === 0 && exchange.end === "aborted") return [];
    // Placed files belong to the control API, and are recorded only with a leaked key.
    if (exchange.url.startsWith(CONTROL_PATH + placedFilePath(""))) return [];
    if (exchange.operationId === undefined) {
      return status === 404 || status === 405
        ? []
        : [`an unmatched request was answered with ${status}`];
    }
    const operation = findPlaceOf(this.#document, exchange.operationId)?.operation;
    if (operation === undefined) return [`${exchange.operationId} is not in the document`];
    const declared = resolveRef(this.#document, asObject(operation["responses"])[String(status)]);
    if (declared === undefined) return [`${exchange.operationId} does not declare ${status}`];
    return this.#bodyBreaches(exchange, asObject(declared));
  }

  #bodyBreaches({ method, operationId, response }: Exchange, declared: JsonObject): string[] {
    const content = asObject(declared["content"]);
    // A response to HEAD has the headers of one to GET, 304 has no content at all, and a part of a JSON text is not JSON.
    if (method === "HEAD" || Object.keys(declared).join() === "description") return [];
    if (response.headers["content-range"] !== undefined) return [];
    const mediaType = (response.headers["content-type"] ?? "").split(";")[0] ?? "";
    if (!(mediaType in content))
      return [`${operationId} ${response.status} does not declare \`${mediaType}\``];
    if (!/^application\/(.+\+)?json$/.test(mediaType) || !isWhole(response.body)) return [];
    const validate = this.#validator(asObject(asObject(content[mediaType])["schema"]));
    if (validate(JSON.parse(response.body.text))) return [];
    return [`${operationId} ${response.status}: ${this.#ajv.errorsText(validate.errors)}`];
  }

  /** A schema of the document, with its local references resolved against the document. */
  #validator(schema: JsonObject): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc:#/');
    const validate = this.#validators.get(absolute) ?? this.#ajv.compile(JSON.parse(absolute));
    this.#validators.set(absolute, validate);
    return validate;
  }
}

/** Number of documents whose contracts are cached. */
const MOST_KEPT = 20;

const contracts = new Map<string, Contract>();

/** The contract of a document's text; it is compiled once for all simulators that serve the same document. */
export function contractOf(text: string): Contract {
  // Every server has different addresses.
  const key = text.replace(/"servers":\[[^\]]*\]/g, "");
  const contract = contracts.get(key) ?? new Contract(JSON.parse(text));
  contracts.set(key, contract);
  for (const oldest of [...contracts.keys()].slice(0, -MOST_KEPT)) contracts.delete(oldest);
  return contract;
}

function isWhole(body: RecordedBody | undefined): body is RecordedBody & { text: string } {
  return body?.text !== undefined && body.isCut !== true;
}

/** The operations that a document has, in its order. */
export function operationIds(document: JsonObject): string[] {
  return operationsOf(document).map(({ operation }) => String(operation["operationId"]));
}
