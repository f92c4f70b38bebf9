import type { JsonObject, JsonValue } from "../core/json.ts";
import type { FileRequest } from "../core/rows/file-layout.ts";
import type { RecordPlaces } from "../core/rows/record.ts";
import type { RowSource } from "../core/rows/row.ts";
import type { Instant } from "../core/time.ts";
import type { UploadedFile } from "../input/multipart/parse-multipart.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import type { DatasetFile } from "../state/dataset.ts";
import type { RunningServer } from "./call-context.ts";

/** Tells whether a response's template reads a value with a name: others need not be computed. */
export type Reads = (name: string) => boolean;

/** A request to a use case: its fields by name, from the operation's request mapping. */
export type Call<FieldsByName = Readonly<Record<string, unknown>>> = {
  readonly fields: FieldsByName;
  /** Upper case; HEAD is served like GET. */
  readonly method: string;
  /** The server's URLs as the client knows them. */
  readonly server: () => RunningServer;
  /** The request body; an array of inputs is shortened. */
  readonly body: JsonValue;
  /** Digest of the request body; equal for equal bodies. */
  readonly requestDigest: string;
  /** The inputs, if they were sent as an array. */
  readonly rows?: PackedRows;
  /** Where the parts of an input are that is not a string. */
  readonly places?: RecordPlaces;
  /** The names that the response's template reads. */
  readonly reads: Reads;
  readonly files?: readonly UploadedFile[];
  /** A field's name on the wire, for messages: keys of the body joined with dots. */
  readonly wireName: (field: string) => string;
  /** A signal that aborts when the client disconnects. */
  readonly closed: () => AbortSignal;
};

/** A use case's result, which the HTTP layer maps to a response. */
export type Answer =
  /** `uploaded` has the first rows of the file in the request, for the journal: the names of the columns, then the cells. */
  | {
      readonly kind: "view";
      readonly view: JsonObject;
      readonly uploaded?: readonly (readonly string[])[] | undefined;
    }
  | { readonly kind: "results"; readonly results: Results }
  | { readonly kind: "lines"; readonly updates: AsyncIterable<JsonObject> }
  /** `stored` is set for a file of which clients can request parts. */
  | {
      readonly kind: "file";
      readonly file: Pick<DatasetFile, "fileName" | "bytes"> & { readonly format: string };
      readonly stored?: StoredFile;
    }
  | { readonly kind: "page"; readonly view: JsonObject };

/** A job's results, to be encoded in the requested format. */
export type Results = FileRequest & {
  readonly numRows: number;
  readonly rows: RowSource;
  /** Set for results that are served as a stored file, of which clients can request parts. */
  readonly stored?: StoredFile;
};

/** What is known about a file before it is sent. */
export type StoredFile = {
  readonly byteLength: number;
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  readonly modifiedAt: Instant;
};
