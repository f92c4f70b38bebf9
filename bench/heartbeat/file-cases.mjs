// Files of inputs: large ones, and small ones that decode to large ones.
import { PARQUET_FILES } from "./parquet-files.mjs";

const MIB = 1024 ** 2;

/** Uploads a file to a new dataset, and creates a job from it. Resolves with both statuses. */
async function runFile(program, name, bytes) {
  const dataset = await program.call("GET", "/create-dataset");
  const { dataset_id } = JSON.parse(dataset.text);
  const form = new FormData();
  form.set("dataset_id", dataset_id);
  form.set("file", new Blob([bytes]), name);
  const headers = { authorization: "Key bench" };
  const response = await fetch(`${program.baseUrl}/upload-to-dataset`, {
    ...{ method: "POST", headers, body: form },
  });
  await response.text();
  if (!response.ok) return { uploaded: response.status, created: undefined };
  const created = await program.create({ inputs: dataset_id, job_priority: 1 });
  return { uploaded: response.status, created: created.status };
}

function expectStatuses(found, uploaded, created) {
  if (found.uploaded === uploaded && found.created === created) return;
  throw new Error(`Expected ${uploaded} and ${created}, got ${JSON.stringify(found)}.`);
}

const csvRows = (count) =>
  Array.from({ length: count }, (_, i) => `Review ${i}: the parcel came late again,${i}\n`).join(
    "",
  );

const CSV_FILES = {
  "a million rows": () => `inputs,number\n${csvRows(1_000_000)}`,
  "50 MB of line breaks": () => `inputs\n${"\n".repeat(50 * MIB)}`,
  "8 million short rows": () => `inputs\n${"x\n".repeat(8_000_000)}`,
  "a cell of 15 MB of quotes": () => `inputs\n"${'""'.repeat(7.5 * MIB)}"\n`,
};

const csvCases = Object.entries(CSV_FILES).map(([name, make]) => ({
  name: `a CSV file: ${name}`,
  run: async (program) => expectStatuses(await runFile(program, "rows.csv", make()), 200, 200),
}));

const parquetCases = Object.entries(PARQUET_FILES).map(([name, [make, uploaded, created]]) => ({
  name: `a Parquet file: ${name}`,
  run: async (program) =>
    expectStatuses(await runFile(program, "rows.parquet", make()), uploaded, created),
}));

/** Cases about files of inputs. */
export const fileCases = [...csvCases, ...parquetCases];
