import { inflateRawSync } from "node:zlib";
import { openParquet } from "../codec/parquet/open-parquet.ts";
import { readFooter } from "../codec/parquet/parquet-footer.ts";
import { loadParquetLibrary } from "../codec/parquet/parquet-library.ts";
import { fileInMemory } from "../input/spool.ts";

/** Facts by name, such as the compression, on which programs that read the file may depend. */
export type FileFacts = Readonly<Record<string, string>>;

/** Maximum size of an archive's first entry after decompression, in bytes. */
const MAX_ENTRY = 8 * 1024 ** 2;
const NAME_START = 30;
const DEFLATED = 8;

/**
 * The facts about a Parquet file, or about a ZIP file with a CSV file; undefined for other files.
 */
export async function fileFactsOf(bytes: Buffer): Promise<FileFacts | undefined> {
  try {
    const signature = bytes.toString("latin1", 0, 4);
    if (signature === "PAR1") return await parquetFacts(bytes);
    return signature === "PK\u0003\u0004" ? zipFacts(bytes) : undefined;
  } catch {
    // A damaged file has no facts.
    return undefined;
  }
}

async function parquetFacts(bytes: Buffer): Promise<FileFacts> {
  const file = fileInMemory(bytes);
  const [{ columns }, footer] = await Promise.all([
    openParquet(file),
    loadParquetLibrary().then((library) => readFooter(file, library)),
  ]);
  const chunks = footer.row_groups.flatMap((group) => group.columns);
  const codecs = new Set(chunks.map(({ meta_data: chunk }) => chunk?.codec ?? "UNCOMPRESSED"));
  return {
    format: "Parquet",
    compression: [...codecs].join(", "),
    columns: columns.map(({ name, type }) => `${name} (${type})`).join(", "),
  };
}

function zipFacts(bytes: Buffer): FileFacts {
  const nameEnd = NAME_START + bytes.readUInt16LE(26);
  const isDeflated = bytes.readUInt16LE(8) === DEFLATED;
  const archive = {
    format: "ZIP",
    compression: isDeflated ? "deflate" : "none",
    "name of the file in the archive": bytes.toString("utf8", NAME_START, nameEnd),
  };
  if (!isDeflated) return archive;
  const content = bytes.subarray(nameEnd + bytes.readUInt16LE(28));
  const text = inflateRawSync(content, { maxOutputLength: MAX_ENTRY }).toString();
  const [header = ""] = text.split("\n", 1);
  const cells = header.trimEnd().split(",");
  return {
    ...archive,
    columns: cells.map((cell) => cell.replaceAll('"', "")).join(", "),
    quotes: cells.every((cell) => cell.startsWith('"')) ? "around every cell" : "where needed",
    "end of lines": header.endsWith("\r") ? "CRLF" : "LF",
  };
}
