import { counted } from "../../core/counted.ts";
import { ApiError } from "../../core/errors.ts";
import type { PurposeRule } from "../../core/file-rules.ts";
import type { JsonObject } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import type { ServiceRules } from "../../core/service-rules.ts";
import { type Instant, instantAfter, parseDurationMs } from "../../core/time.ts";
import type { ClientFile, StoredJob } from "../../state/sandbox-state.ts";
import type { StateEvent } from "../../state/state-event.ts";
import type { Answer, CallContext, NamedCall, Reads } from "../call-context.ts";
import type { Act, CallOf } from "../fields.ts";
import { measuredResults } from "../get-results.ts";
import { nextFileId } from "../job-id.ts";
import { pageOf } from "../page.ts";
import { invalidField } from "../submission.ts";
import { allFiles, type FoundFile, findFile, isClientFile, type WrittenFile } from "./find-file.ts";
import type { ScannedFile } from "./receive-file.ts";
import { keepFile, uploadedFile } from "./uploaded-file.ts";

export const createFile: Act<"createFile"> = (context, call) => {
  const upload = uploadedFile(call);
  const { fileName = upload.fileName, purpose, expiresIn } = call.fields;
  // The use case's `receive` opened the content as a ScannedFile.
  const content = upload.content as ScannedFile;
  return addFile(context, call, { content, fileName, purpose, expiresIn });
};

type NewFile = {
  readonly content: ScannedFile;
  readonly fileName: string;
  readonly purpose: string;
  readonly expiresIn?: string | undefined;
  readonly also?: (fileId: string) => readonly StateEvent[];
};

export function addFile(
  { sandbox, services, rules }: CallContext,
  call: NamedCall,
  { content, fileName, purpose, expiresIn, also = () => [] }: NewFile,
): Extract<Answer, { kind: "view" }> {
  services.requireRoom(sandbox);
  const { bytes, sha256 } = content;
  const rule = purposeRuleOf(rules, call, { purpose, fileName, byteLength: bytes.byteLength });
  const lines = rule.hasLines ? content.scanner?.finish() : undefined;
  const lifeMs = expiresIn === undefined ? rule.lifeMs : parseDurationMs(expiresIn);
  const at = sandbox.clock.now();
  const fileId = nextFileId({ sandbox, services, rules }, [sha256, fileName, purpose]);
  const file: ClientFile = {
    ...{ fileId, fileName, purpose, createdAt: at, bytes, sha256 },
    ...(lifeMs !== undefined && { expiresAt: instantAfter(at, lifeMs) }),
    ...(lines && { lines }),
  };
  sandbox.record({ kind: "fileChanged", fileId, at, file }, ...also(fileId));
  if (!(bytes instanceof Uint8Array)) keepFile(content.rowFile, sandbox);
  const uploaded = lines && content.scanner?.sample();
  return { kind: "view", view: { file: uploadedView(file) }, uploaded };
}

/** Returns a purpose's rule. Throws an ApiError for a wrong purpose, extension, or size. */
export function purposeRuleOf(
  rules: ServiceRules,
  call: NamedCall,
  file: Pick<NewFile, "purpose" | "fileName"> & { readonly byteLength: number },
): PurposeRule {
  const { purpose, fileName, byteLength } = file;
  const { purposes = {} } = rules.files ?? {};
  const allowed = Object.keys(purposes).filter((name) => purposes[name]?.outputOnly !== true);
  const rule = allowed.includes(purpose) ? purposes[purpose] : undefined;
  if (rule === undefined) {
    const message = `Expected \`${call.wireName("purpose")}\` to be one of ${listed(allowed)}, got \`${purpose}\`.`;
    throw invalidField(call, "purpose", { message, type: "file" });
  }
  const { extension, maxBytes = Number.POSITIVE_INFINITY } = rule;
  const [, found] = /\.([^.]+)$/.exec(fileName) ?? [];
  if (extension !== undefined && found !== undefined && found.toLowerCase() !== extension) {
    const message = `Expected a file with the extension .${extension} for the purpose \`${purpose}\`, got \`${fileName}\`.`;
    throw invalidField(call, "file", { message, type: "file" });
  }
  if (byteLength <= maxBytes) return rule;
  throw new ApiError("body-too-large", `The file is larger than ${counted(maxBytes, "byte")}.`);
}

export const getFile: Act<"getFile"> = async (context, call) => {
  const found = await findFile(context, call.fields.fileId);
  return { kind: "view", view: { file: await viewOf(context, found, call.reads) } };
};

export const listFiles: Act<"listFiles"> = async (context, call) => {
  const { state, ended } = context.sandbox;
  try {
    return await listedFiles(context, call, [...state.jobs.values()]);
  } catch (error) {
    // Measuring jobs' files fails if the sandbox is reset or deleted in the meantime.
    if (ended.aborted) return listedFiles(context, call, []);
    throw error;
  }
};

async function listedFiles(
  context: CallContext,
  call: CallOf<"listFiles">,
  jobs: readonly StoredJob[],
): Promise<Answer> {
  const { purpose, order } = call.fields;
  const all = await allFiles(context, jobs);
  const purposeOf = (file: FoundFile) => (isClientFile(file) ? file : file.rule).purpose;
  const wanted = all.filter((file) => purpose === undefined || purposeOf(file) === purpose);
  const sorted = wanted.sort((a, b) => a.createdAt - b.createdAt);
  if (order !== "asc") sorted.reverse();
  const { page, ...others } = pageOf(sorted, ({ fileId }) => fileId, call);
  const files: JsonObject[] = [];
  for (const file of page) files.push(await viewOf(context, file, call.reads));
  return { kind: "view", view: { files, ...others } };
}

/** Deletes a file; jobs that read it continue. */
export const deleteFile: Act<"deleteFile"> = async (context, call) => {
  const file = await findFile(context, call.fields.fileId);
  const { fileId } = file;
  const { sandbox } = context;
  const at = sandbox.clock.now();
  const stored = sandbox.state.storedFiles.get(fileId);
  const removed = isClientFile(stored) ? { removed: { bytes: stored.bytes } } : {};
  // Another request may have deleted the file in the meantime.
  const isDeleted = isClientFile(file) && stored === undefined;
  if (!isDeleted) sandbox.record({ kind: "fileChanged", fileId, at, ...removed });
  return { kind: "view", view: { fileId } };
};

export const getFileContent: Act<"getFileContent"> = async (context, call) => {
  const found = await findFile(context, call.fields.fileId);
  if (!isClientFile(found)) return { kind: "results", results: await resultsOf(context, found) };
  const { fileName, bytes, sha256, createdAt } = found;
  const { byteLength } = bytes;
  return {
    kind: "file",
    file: { fileName, bytes, format: "uploaded" },
    stored: { byteLength, sha256, modifiedAt: createdAt },
  };
};

async function resultsOf(context: CallContext, { job, rule }: WrittenFile) {
  const fields = { jobId: job.jobId, format: rule.kind };
  return (await measuredResults(context, fields, "getFileContent")).results;
}

async function viewOf(context: CallContext, file: FoundFile, reads: Reads): Promise<JsonObject> {
  if (isClientFile(file)) return uploadedView(file);
  const { fileId, rule, job, createdAt, expiresAt = null } = file;
  const { kind, purpose } = rule;
  const byteLength = reads("byteLength") ? (await resultsOf(context, file)).stored.byteLength : 0;
  const fileName = rule.fileName.replace("{job}", () => job.jobId);
  return { fileId, kind, fileName, purpose, byteLength, numLines: null, createdAt, expiresAt };
}

export function uploadedView(file: ClientFile): JsonObject & { readonly createdAt: Instant } {
  const { fileId, fileName, purpose, createdAt, expiresAt = null } = file;
  return {
    ...{ fileId, kind: "uploaded", fileName, purpose, createdAt, expiresAt },
    ...{ byteLength: file.bytes.byteLength, numLines: file.lines?.numLines ?? null },
  };
}
