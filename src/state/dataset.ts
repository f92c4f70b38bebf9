import type { Instant } from "../core/time.ts";
import type { Dataset, DatasetFile } from "./sandbox-state.ts";
import type { StateEvent, StateView } from "./state-event.ts";

export type NewDatasetFile = Omit<DatasetFile, "fileId" | "datasetId" | "createdAt">;

/** The files of a dataset, in order of upload. */
export function filesOf(
  { storedFiles }: Pick<StateView, "storedFiles">,
  { fileIds }: Dataset,
): readonly DatasetFile[] {
  return fileIds.map((fileId) => storedFiles.get(fileId) as DatasetFile);
}

/** Returns the events that give a dataset exactly these files; the dataset and files may be new. */
export function fillDataset(
  { datasets }: Pick<StateView, "datasets">,
  datasetId: string,
  {
    at,
    files,
  }: { readonly at: Instant; readonly files: readonly (NewDatasetFile | DatasetFile)[] },
): readonly StateEvent[] {
  const all = files.map((file, index): DatasetFile => {
    if ("fileId" in file) return file;
    const fileId = `${datasetId}/${index} ${file.fileName}`;
    return { ...file, fileId, datasetId, createdAt: at };
  });
  const fileIds = all.map(({ fileId }) => fileId);
  const gone = datasets.get(datasetId)?.fileIds.filter((fileId) => !fileIds.includes(fileId)) ?? [];
  return [
    ...gone.map((fileId) => ({ kind: "fileChanged", fileId, at }) as const),
    ...all.map((file) => ({ kind: "fileChanged", fileId: file.fileId, at, file }) as const),
    { kind: "datasetFilled", datasetId, at, fileIds },
  ];
}
