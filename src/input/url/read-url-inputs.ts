import { detectFormat } from "../detect-format.ts";
import {
  type InputsRead,
  type ReadRowsOptions,
  readProblem,
  readRows,
  type Unreadable,
} from "../read-rows.ts";
import { InputFetchError, showUrl } from "./fetch-error.ts";
import { type FetchedFile, type FetchOptions, fetchToSpool } from "./fetch-to-spool.ts";

export type UrlInputsOptions = ReadRowsOptions & FetchOptions;

/**
 * Fetches a CSV or Parquet file from an http(s) URL and reads its inputs (part 4.1). Any problem with the URL, server, or file
 * becomes a reason; nothing is left on disk.
 */
export async function readUrlInputs(url: string, options: UrlInputsOptions): Promise<InputsRead> {
  const fetched = await fetchOrReason(url, options);
  if ("kind" in fetched) return fetched;
  try {
    return await readFetched(fetched, new URL(url), options);
  } finally {
    await fetched.dispose();
  }
}

async function fetchOrReason(
  url: string,
  options: UrlInputsOptions,
): Promise<FetchedFile | Unreadable> {
  try {
    return await fetchToSpool(url, options);
  } catch (error) {
    if (error instanceof InputFetchError) return { kind: "refused", reason: error.message };
    throw error;
  }
}

async function readFetched(
  { file, finalUrl, contentType }: FetchedFile,
  asked: URL,
  { reading, rowFile, columnName, idColumn, rule, signal }: UrlInputsOptions,
): Promise<InputsRead> {
  const fileName = showUrl(finalUrl);
  const paths = [finalUrl.pathname, asked.pathname];
  const detected = await detectFormat(file, { paths, contentType });
  if (detected.kind === "refused") {
    return { kind: "refused", reason: readProblem(fileName, detected.problem) };
  }
  return readRows(
    { file, format: detected.format, fileName },
    {
      rule,
      reading,
      rowFile,
      ...(columnName === undefined ? {} : { columnName }),
      ...(idColumn === undefined ? {} : { idColumn }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
}
