import { sampleTable } from "../codec/sample-table.ts";
import { ApiError } from "../core/errors.ts";
import { listed } from "../core/nearest.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import { filesOf, fillDataset, type NewDatasetFile } from "../state/dataset.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Dataset } from "../state/sandbox-state.ts";
import type { StateView } from "../state/state-event.ts";
import type { Act, CallOf } from "./fields.ts";
import { keepFile, uploadedFile } from "./files/uploaded-file.ts";
import { nextDatasetId } from "./job-id.ts";
import { invalidField } from "./submission.ts";
import { unknownDatasetMessage } from "./view-job.ts";

/** Creates an empty dataset (assumption `dataset-operations`, also for the functions below). */
export const createDataset: Act<"createDataset"> = (context) => {
  const { sandbox, services, now } = context;
  services.requireRoom(sandbox);
  const datasetId = nextDatasetId(context);
  sandbox.record(...fillDataset(sandbox.state, datasetId, { at: now, files: [] }));
  return { kind: "view", view: { datasetId } };
};

/** Adds a file to a dataset if it can be read as CSV or Parquet; rejects any other file. */
export const uploadToDataset: Act<"uploadToDataset"> = async (context, call) => {
  const { sandbox, now, services } = context;
  const { datasetId } = datasetIn(sandbox.state, call);
  services.requireRoom(sandbox);
  const file = uploadedFile(call);
  const { openUpload } = await import("../input/read-rows.ts");
  const { bytes, rowFile } = file.content;
  const opened = await openUpload({ ...file, bytes }, services.readingFor(sandbox));
  if (opened.kind === "tooLarge") throw new ApiError("body-too-large", opened.reason);
  if (opened.kind !== "opened")
    throw invalidField(call, "file", { message: opened.reason, type: "file" });
  if (!(bytes instanceof Uint8Array)) keepFile(rowFile, sandbox);
  const isSampled =
    opened.file.format !== "parquet" || bytes.byteLength <= MAX_SAMPLED_PARQUET_BYTES;
  // The sample is only for the journal. If the rows can't be read, the job that uses them fails.
  const uploaded = isSampled ? await sampleTable(opened.table).catch(() => undefined) : undefined;
  const { state } = sandbox;
  const before = datasetIn(state, call);
  const others = filesOf(state, before).filter(({ fileName }) => fileName !== file.fileName);
  const files = [...others, opened.file];
  sandbox.record(...fillDataset(state, datasetId, { at: now, files }));
  const dataset = describe({ ...before, updatedAt: now }, files);
  return { kind: "view", view: { dataset }, uploaded };
};

/** Maximum size, in bytes, of a Parquet file to sample. Larger columns take long to decode. */
const MAX_SAMPLED_PARQUET_BYTES = 1024 * 1024;

export const listDatasets: Act<"listDatasets"> = (context) => {
  const { state } = context.sandbox;
  const datasets = [...state.datasets.values()].reverse();
  const described = datasets.map((dataset) => describe(dataset, filesOf(state, dataset)));
  return { kind: "view", view: { datasets: described } };
};

export const listDatasetFiles: Act<"listDatasetFiles"> = (context, call) => {
  const { state } = context.sandbox;
  const fileNames = filesOf(state, datasetIn(state, call)).map(({ fileName }) => fileName);
  return { kind: "view", view: { fileNames } };
};

export const downloadFromDataset: Act<"downloadFromDataset"> = (context, call) => {
  const { state } = context.sandbox;
  const dataset = datasetIn(state, call);
  const files = filesOf(state, dataset);
  const { fileName } = call.fields;
  const file = files.find((candidate) => candidate.fileName === fileName);
  if (file === undefined) {
    const names = listed(files.map((candidate) => candidate.fileName));
    const has = names === "" ? "It has no files." : `It has ${names}.`;
    throw new ApiError(
      "unknown-dataset",
      `Dataset \`${dataset.datasetId}\` has no file \`${fileName}\`. ${has}`,
    );
  }
  return { kind: "file", file };
};

function datasetIn({ datasets }: StateView, { fields }: CallOf<"listDatasetFiles">): Dataset {
  const { datasetId } = fields;
  const dataset = datasets.get(datasetId);
  if (dataset === undefined)
    throw new ApiError("unknown-dataset", unknownDatasetMessage(datasetId));
  return dataset;
}

function describe({ datasetId, addedAt, updatedAt }: Dataset, files: readonly NewDatasetFile[]) {
  return {
    datasetId,
    addedAt,
    updatedAt,
    numRows: files.reduce((sum, file) => sum + file.numRows, 0),
    schema: Object.fromEntries(
      files.flatMap((file) => file.columns.map(({ name, type }) => [name, type])),
    ),
  };
}

/** Returns the events that create or update a scenario's datasets, if they have changed. */
export function datasetEvents({ state, clock }: Sandbox, datasets: readonly ReadyDataset[]) {
  const at = clock.now();
  return datasets
    .filter((dataset) => !hasFilesOf(state, dataset))
    .flatMap(({ datasetId, files }) => fillDataset(state, datasetId, { at, files }));
}

function hasFilesOf(state: StateView, { datasetId, files }: ReadyDataset): boolean {
  const dataset = state.datasets.get(datasetId);
  if (dataset?.fileIds.length !== files.length) return false;
  return filesOf(state, dataset).every(({ bytes }, index) => bytes === files[index]?.bytes);
}
