import { sampleTable } from "../codec/sample-table.ts";
import { ApiError, invalidRequest } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { listed } from "../core/nearest.ts";
import type { Instant } from "../core/time.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { ReadyDataset } from "../input/open-scenario-datasets.ts";
import { filesOf, fillDataset, type NewDatasetFile } from "../state/dataset.ts";
import type { Dataset, StateView } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";
import type { Answer, Call, CallContext } from "./call-context.ts";
import { keepFile, uploadedFile } from "./files/uploaded-file.ts";
import { nextDatasetId } from "./job-id.ts";
import { valuesUnder } from "./job-values.ts";
import { pathOf } from "./submission.ts";
import { type UseCase, useCase } from "./use-case.ts";
import { unknownDatasetMessage } from "./view-job.ts";

const DATASET_FIELDS = {
  datasetId: { type: "string", isRequired: true, meaning: "ID of the dataset." },
} as const;

const DATASET_FILE_FIELDS = {
  ...DATASET_FIELDS,
  fileName: { type: "string", isRequired: true, meaning: "Name of a file in the dataset." },
} as const;

type DatasetCall = Call<FieldValues<typeof DATASET_FIELDS>>;

/** Creates an empty dataset (assumption `dataset-operations`, like all functions below). */
function createDataset(context: CallContext): Answer {
  context.services.requireRoom(context.sandbox);
  return context.sandbox.transact((state) => {
    const datasetId = nextDatasetId(context, state);
    return {
      events: fillDataset(state, datasetId, { at: context.now, files: [] }),
      result: { kind: "view", view: { datasetId } },
    };
  });
}

/** Adds a file to a dataset if it can be read as CSV or Parquet; rejects any other. */
async function uploadToDataset(context: CallContext, call: DatasetCall): Promise<Answer> {
  const { sandbox, now, services } = context;
  const { datasetId } = datasetIn(sandbox.state, call);
  services.requireRoom(sandbox);
  const file = uploadedFile(call);
  const { openUpload } = await import("../input/open-upload.ts");
  const { bytes, rowFile } = file.content;
  const opened = await openUpload({ ...file, bytes }, services.readingFor(sandbox));
  if (opened.kind === "tooLarge") throw new ApiError("body-too-large", opened.reason);
  if (opened.kind !== "opened") {
    throw invalidRequest([{ path: pathOf(call, "file"), message: opened.reason, type: "file" }]);
  }
  if (!(bytes instanceof Uint8Array)) keepFile(rowFile, sandbox);
  const isSampled =
    opened.file.format !== "parquet" || bytes.byteLength <= MAX_SAMPLED_PARQUET_BYTES;
  // For the journal. If the rows can't be read, the job that uses them reports it.
  const uploaded = isSampled ? await sampleTable(opened.table).catch(() => undefined) : undefined;
  return sandbox.transact((state) => {
    const before = datasetIn(state, call);
    const others = filesOf(state, before).filter(({ fileName }) => fileName !== file.fileName);
    const files = [...others, opened.file];
    return {
      events: fillDataset(state, datasetId, { at: now, files }),
      result: {
        kind: "view",
        view: { dataset: describe({ ...before, updatedAt: now }, files) },
        uploaded,
      },
    };
  });
}

/** A column of a larger Parquet file can take long to decode. */
const MAX_SAMPLED_PARQUET_BYTES = 1024 * 1024;

function listDatasets(context: CallContext): Answer {
  const { state } = context.sandbox;
  const datasets = [...state.datasets.values()].reverse();
  const described = datasets.map((dataset) => describe(dataset, filesOf(state, dataset)));
  return { kind: "view", view: { datasets: described } };
}

function listDatasetFiles(context: CallContext, call: DatasetCall): Answer {
  const { state } = context.sandbox;
  const fileNames = filesOf(state, datasetIn(state, call)).map(({ fileName }) => fileName);
  return { kind: "view", view: { fileNames } };
}

function downloadFromDataset(
  context: CallContext,
  call: Call<FieldValues<typeof DATASET_FILE_FIELDS>>,
): Answer {
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
}

function datasetIn({ datasets }: StateView, { fields }: DatasetCall): Dataset {
  const { datasetId } = fields;
  const dataset = datasets.get(datasetId);
  if (dataset === undefined)
    throw new ApiError("unknown-dataset", unknownDatasetMessage(datasetId));
  return dataset;
}

function describe(
  { datasetId, addedAt, updatedAt }: Dataset,
  files: readonly NewDatasetFile[],
): JsonObject {
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

const DATASET_VALUES = {
  datasetId: "ID of the dataset.",
  addedAt: "When the dataset was created, in ISO 8601.",
  updatedAt: "When a file was last added, in ISO 8601.",
  numRows: "Number of rows in all of its files.",
  schema: "The type of each column, by name.",
};

const SAMPLE_DATASET = {
  datasetId: "dataset-01234567-89ab-8def-8123-456789abcdef",
  addedAt: 1_893_456_000_000,
  updatedAt: 1_893_456_000_000,
  numRows: 2,
  schema: { inputs: "string" },
};

export const DATASET_USE_CASES: Readonly<Record<string, UseCase>> = {
  createDataset: useCase({
    values: { datasetId: DATASET_VALUES.datasetId },
    samples: () => [{ datasetId: SAMPLE_DATASET.datasetId }],
    act: createDataset,
  }),
  uploadToDataset: useCase({
    fields: {
      ...DATASET_FIELDS,
      file: { type: "any", isRequired: true, meaning: "The file to add, CSV or Parquet." },
    },
    errors: ["unknown-dataset", "invalid-request"],
    values: { dataset: "The dataset.", ...valuesUnder("dataset.", DATASET_VALUES) },
    samples: () => [{ dataset: SAMPLE_DATASET }],
    act: uploadToDataset,
  }),
  listDatasets: useCase({
    values: {
      datasets: "All datasets, newest first.",
      ...valuesUnder("datasets[].", DATASET_VALUES),
    },
    samples: () => [{ datasets: [SAMPLE_DATASET] }],
    act: listDatasets,
  }),
  listDatasetFiles: useCase({
    fields: DATASET_FIELDS,
    errors: ["unknown-dataset"],
    values: { fileNames: "Names of the dataset's files, in the order of their upload." },
    samples: () => [{ fileNames: ["rows.csv"] }],
    act: listDatasetFiles,
  }),
  downloadFromDataset: useCase({
    fields: DATASET_FILE_FIELDS,
    errors: ["unknown-dataset"],
    answers: "file",
    samples: () => [],
    act: downloadFromDataset,
  }),
};

/** The events that add a scenario's datasets to a sandbox; an existing dataset with the same ID gets the scenario's files. */
export function datasetEvents(
  state: StateView,
  datasets: readonly ReadyDataset[],
  at: Instant,
): readonly StateEvent[] {
  return datasets
    .filter((dataset) => !hasFilesOf(state, dataset))
    .flatMap(({ datasetId, files }) => fillDataset(state, datasetId, { at, files }));
}

function hasFilesOf(state: StateView, { datasetId, files }: ReadyDataset): boolean {
  const dataset = state.datasets.get(datasetId);
  if (dataset?.fileIds.length !== files.length) return false;
  return filesOf(state, dataset).every(({ bytes }, index) => bytes === files[index]?.bytes);
}
