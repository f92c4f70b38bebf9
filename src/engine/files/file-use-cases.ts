import type { SampleRules } from "../../core/use-case-needs.ts";
import { valuesUnder } from "../job-values.ts";
import { pageValues, samplePages } from "../page.ts";
import { type UseCase, useCase } from "../use-case.ts";
import {
  CREATE_FILE_FIELDS,
  createFile,
  deleteFile,
  FILE_FIELDS,
  getFile,
  getFileContent,
  LIST_FILES_FIELDS,
  listFiles,
} from "./files.ts";
import { START_UPLOAD_FIELDS, startUpload, UPLOAD_FILE_FIELDS, uploadFile } from "./upload.ts";

const FILE_VALUES = {
  fileId: "ID of the file.",
  kind: "Origin of the file: `uploaded` or, if a job wrote it, `output` or `errors`.",
  fileName: "Its name.",
  purpose: "What it is for.",
  byteLength: "Size in bytes.",
  numLines: "Number of inputs in the lines of an uploaded file, or null.",
  createdAt: "When it was created, in ISO 8601 or Unix seconds.",
  expiresAt: "When it expires, or null.",
};

const ONE_FILE = { file: "The file.", ...valuesUnder("file.", FILE_VALUES) };

const UPLOAD_VALUES = {
  uploadId: "ID of the upload.",
  state: "Its state: `open`, `finished`, or `canceled`.",
  byteLength: "Number of bytes received.",
};

const UPLOAD = { uploadId: "upload-1", byteLength: 2 };

function sampleFiles({ purposes = [] }: SampleRules) {
  const file = {
    fileId: "file-1",
    kind: "uploaded",
    fileName: "rows.jsonl",
    purpose: purposes[0] ?? "",
    byteLength: 2,
    numLines: 1,
    createdAt: 1_893_456_000_000,
  };
  return [null, 1_893_542_400_000].map((expiresAt) => ({ ...file, expiresAt }));
}

function oneFile(rules: SampleRules) {
  return sampleFiles(rules).map((file) => ({ file }));
}

/** The values in the lines of a file that a job writes, besides those of the row. */
const WRITTEN_VALUES = {
  jobId: "ID of the job.",
  endedAt: "When the job ended, in ISO 8601 or Unix seconds.",
  kept: "The fields of the request that `keep` names.",
};

const SAMPLE_REQUEST = { jobId: "job", endedAt: 1_893_456_000_000 };

const RECEIVE: UseCase["receive"] = async (context, rowFile) =>
  (await import("./receive-file.ts")).receiveFiles(context, rowFile);

export const FILE_USE_CASES: Readonly<Record<string, UseCase>> = {
  createFile: useCase({
    fields: CREATE_FILE_FIELDS,
    errors: ["invalid-request"],
    values: ONE_FILE,
    samples: oneFile,
    receive: RECEIVE,
    act: createFile,
  }),
  startUpload: useCase({
    fields: START_UPLOAD_FIELDS,
    errors: ["invalid-request"],
    leadsTo: "uploadFile",
    values: {
      uploadId: UPLOAD_VALUES.uploadId,
      uploadUrl: "The URL for the parts of the file, which needs no key.",
    },
    samples: () => [
      { uploadId: "upload-1", uploadUrl: "http://127.0.0.1:4010/uploads?id=upload-1" },
    ],
    act: startUpload,
  }),
  uploadFile: useCase({
    fields: UPLOAD_FILE_FIELDS,
    errors: ["invalid-request", "unknown-file"],
    values: {
      upload: "The upload.",
      ...valuesUnder("upload.", UPLOAD_VALUES),
      ...ONE_FILE,
      file: "The file that it became, or null.",
    },
    samples: (rules) => [
      ...["open", "canceled"].map((state) => ({ upload: { ...UPLOAD, state }, file: null })),
      ...sampleFiles(rules).map((file) => ({ upload: { ...UPLOAD, state: "finished" }, file })),
    ],
    act: uploadFile,
  }),
  getFile: useCase({
    fields: FILE_FIELDS,
    errors: ["unknown-file"],
    values: ONE_FILE,
    samples: oneFile,
    act: getFile,
  }),
  listFiles: useCase({
    fields: LIST_FILES_FIELDS,
    values: {
      files: "The files on the page, newest first unless the request says otherwise.",
      ...valuesUnder("files[].", FILE_VALUES),
      ...pageValues("file"),
    },
    samples: (rules) =>
      samplePages("file-1").map((page) => {
        return { files: page["hasMore"] ? sampleFiles(rules) : [], ...page };
      }),
    act: listFiles,
  }),
  deleteFile: useCase({
    fields: FILE_FIELDS,
    errors: ["unknown-file"],
    values: { fileId: FILE_VALUES.fileId },
    samples: () => [{ fileId: "file-1" }],
    act: deleteFile,
  }),
  getFileContent: useCase({
    fields: FILE_FIELDS,
    errors: ["unknown-file", "range-not-satisfiable", "precondition-failed"],
    answers: "content",
    values: WRITTEN_VALUES,
    samples: ({ kept = {} }) => [{ ...SAMPLE_REQUEST, kept }],
    act: getFileContent,
  }),
};
