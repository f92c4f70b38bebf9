import type { JsonObject, JsonValue } from "../core/json.ts";
import type { RowSource } from "../core/rows/row.ts";
import type { UploadedFile } from "../input/multipart/parse-multipart.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import type { DatasetFile } from "../state/store.ts";
import type { World } from "./world.ts";

/** What a use case is asked: its fields by name, as the request mapping of the operation gives them. */
export type Call = {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The request's body; an array of inputs is shortened. */
  readonly body: JsonValue;
  /** Equal for equal request bodies. */
  readonly requestDigest: string;
  /** The inputs where they came as an array. */
  readonly rows?: PackedRows;
  readonly files?: readonly UploadedFile[];
  /** Name of a field on the wire, for messages: keys of the body joined by dots. */
  readonly wireName: (field: string) => string;
  /** A signal that aborts when the client goes away. */
  readonly closed: () => AbortSignal;
};

/** What a use case answers, for the wire to write down. */
export type Answer =
  | { readonly kind: "view"; readonly view: JsonObject }
  | { readonly kind: "results"; readonly results: Results }
  | { readonly kind: "lines"; readonly updates: AsyncIterable<JsonObject> }
  | { readonly kind: "file"; readonly file: DatasetFile };

/** A job's results, to be encoded in the format that was asked for. */
export type Results = {
  readonly jobId: string;
  readonly format: string;
  readonly includeInputs: boolean;
  readonly includeCumulativeLogprobs: boolean;
  readonly numRows: number;
  readonly rows: RowSource;
};

/** One thing that the service can do, at one instant. */
export type UseCase = (world: World, call: Call) => Answer | Promise<Answer>;
