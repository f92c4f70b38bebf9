import {
  createDataset,
  DATASET_FIELDS,
  DATASET_FILE_FIELDS,
  downloadFromDataset,
  listDatasetFiles,
  listDatasets,
  uploadToDataset,
} from "./datasets.ts";
import { valuesUnder } from "./job-values.ts";
import { type UseCase, useCase } from "./use-case.ts";

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

/** Use cases for datasets. */
export const DATASET_USE_CASES: Readonly<Record<string, UseCase>> = {
  createDataset: useCase({
    fields: {},
    changesState: true,
    errors: [],
    answers: "view",
    values: { datasetId: DATASET_VALUES.datasetId },
    samples: () => [{ datasetId: SAMPLE_DATASET.datasetId }],
    act: createDataset,
  }),
  uploadToDataset: useCase({
    fields: {
      ...DATASET_FIELDS,
      file: { type: "any", isRequired: true, meaning: "The file to add, CSV or Parquet." },
    },
    changesState: true,
    errors: ["unknown-dataset", "invalid-request"],
    answers: "view",
    values: { dataset: "The dataset.", ...valuesUnder("dataset.", DATASET_VALUES) },
    samples: () => [{ dataset: SAMPLE_DATASET }],
    act: uploadToDataset,
  }),
  listDatasets: useCase({
    fields: {},
    errors: [],
    answers: "view",
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
    answers: "view",
    values: { fileNames: "Names of the dataset's files, in the order of their upload." },
    samples: () => [{ fileNames: ["rows.csv"] }],
    act: listDatasetFiles,
  }),
  downloadFromDataset: useCase({
    fields: DATASET_FILE_FIELDS,
    errors: ["unknown-dataset"],
    answers: "file",
    values: {},
    samples: () => [],
    act: downloadFromDataset,
  }),
};
