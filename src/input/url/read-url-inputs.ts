import { type InputsRead, type ReadRowsOptions, readRows } from "../read-rows.ts";
import { InputFetchError, showUrl } from "./fetch-error.ts";
import { type FetchOptions, fetchToSpool } from "./fetch-to-spool.ts";

export type UrlInputsOptions = ReadRowsOptions & FetchOptions;

/**
 * Fetches a CSV or Parquet file from an http(s) URL and reads its inputs (part 4.1). Any problem with the URL, server, or file
 * becomes a reason; nothing is left on disk.
 */
export async function readUrlInputs(url: string, options: UrlInputsOptions): Promise<InputsRead> {
  try {
    const { file, finalUrl, contentType, dispose } = await fetchToSpool(url, options);
    const paths = [finalUrl.pathname, new URL(url).pathname];
    const named = { file, format: { paths, contentType }, fileName: showUrl(finalUrl) };
    return await readRows(named, options).finally(dispose);
  } catch (error) {
    if (error instanceof InputFetchError) return { kind: "refused", reason: error.message };
    throw error;
  }
}
