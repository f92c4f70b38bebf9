import type { JsonObject, JsonValue } from "../core/json.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { FileRequest } from "../core/rows/file-layout.ts";
import type { RecordPlaces } from "../core/rows/input-places.ts";
import type { OutputOf, RowSource } from "../core/rows/row.ts";
import type { Scenario } from "../core/scenario.ts";
import type { LiveUrls, ServiceRules } from "../core/service-rules.ts";
import type { Instant } from "../core/time.ts";
import type { Handling } from "../faults/fault-kind.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import type { UploadedFile } from "../input/multipart/parse-multipart.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import type { FileReading } from "../input/read-rows.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { DatasetFile, StoredJob } from "../state/sandbox-state.ts";

export type RunningServer = LiveUrls & {
  readonly version: string;
  /** The control API's URL; undefined if the control API is off. */
  readonly controlUrl: string | undefined;
};

export type Services = {
  readonly server: () => RunningServer;
  /** Changes the URL of a test's file to one that this process can reach; keeps other URLs. */
  readonly ownUrl: (url: string) => Promise<string>;
  readonly digest: (text: string) => string;
  readonly matches: ConditionMatcher;
  readonly schemas: Schemas;
  /** Throws a SimulatorError if there isn't enough memory for more jobs or files in a sandbox. */
  readonly requireRoom: (sandbox: Sandbox) => void;
  readonly output?: OutputOf;
  /** Informs the test author about something that is not a failure. */
  readonly notice: (notice: string) => void;
  /** Returns the settings for reading a sandbox's files, and the limits on a job's inputs. */
  readonly readingFor: (sandbox: Pick<Sandbox, "name">) => FileReading;
  /** Maximum size, in bytes, of inputs downloaded from a URL. */
  readonly maxDownloadBytes: number;
  /** Maximum wall-clock time to fetch a URL, in milliseconds. */
  readonly fetchTimeoutMs: number;
};

/** How far reads lag behind writes, as in a database replica. */
export type Lag = {
  readonly stale?: Handling["stale"] | undefined;
  readonly hiddenJobId?: string | undefined;
};

export type CallContext = {
  readonly sandbox: Sandbox;
  /** The scenario in effect when the request arrived; later requests may have a newer one. */
  readonly scenario: Scenario;
  readonly rules: ServiceRules;
  readonly services: Services;
  readonly now: Instant;
  /** The lag of the request's reads; undefined if they see all writes immediately. */
  readonly lag?: Lag | undefined;
};

export type RowContext = Pick<CallContext, "sandbox" | "rules" | "services">;

export function isDeleted({ facts }: StoredJob): boolean {
  return facts.at(-1)?.type === "deleted";
}

/** Whether a response's template reads a value; other values need not be computed. */
export type Reads = (name: string) => boolean;

/** A request to a use case. The operation's request mapping provides the fields. */
export type Call<FieldsByName = Readonly<Record<string, unknown>>> = {
  readonly fields: FieldsByName;
  /** HTTP method in upper case; HEAD is served like GET. */
  readonly method: string;
  readonly server: () => RunningServer;
  /** The request body, in which an array of inputs is shortened. */
  readonly body: JsonValue;
  /** Digest of the request body; equal for equal bodies. */
  readonly requestDigest: string;
  /** The inputs, if they were sent as an array. */
  readonly rows?: PackedRows | undefined;
  /** Locations of an input's parts, for inputs that are not strings. */
  readonly places?: RecordPlaces | undefined;
  readonly reads: Reads;
  readonly files?: readonly UploadedFile[] | undefined;
  /**
   * A field's name on the wire, for messages: the keys that lead to it, joined with dots. If
   * several body fields can supply the value, `index` selects one; -1 selects the last one.
   */
  readonly wireName: (field: string, index?: number) => string;
  readonly closed: () => AbortSignal;
};

export type NamedCall = Pick<Call, "wireName">;

export type Answer =
  /** `uploaded` is a sample of the file for the journal: the column names, then the first rows. */
  | {
      readonly kind: "view";
      readonly view: JsonObject;
      readonly uploaded?: readonly (readonly string[])[] | undefined;
    }
  | { readonly kind: "results"; readonly results: Results }
  | { readonly kind: "lines"; readonly updates: AsyncIterable<JsonObject> }
  /** `stored` is set if clients can request the file in parts. */
  | {
      readonly kind: "file";
      readonly file: Pick<DatasetFile, "fileName" | "bytes"> & { readonly format: string };
      readonly stored?: StoredFile;
    }
  | { readonly kind: "page"; readonly view: JsonObject };

export type Results = FileRequest & {
  readonly endedAt: Instant;
  readonly numRows: number;
  readonly rows: RowSource;
  /** Set if the results are served like a stored file, which clients can request in parts. */
  readonly stored?: StoredFile;
};

export type StoredFile = {
  readonly byteLength: number;
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string;
  readonly modifiedAt: Instant;
};
