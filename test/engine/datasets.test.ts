import { expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { openEngine, type TestEngine, URLS } from "../support/engine.ts";
import { received } from "../support/received.ts";

async function upload({ act }: TestEngine, datasetId: string, text: string, fileName = "a.csv") {
  const content = await received(Buffer.from(text));
  const file = { fieldName: "file", fileName, contentType: "text/csv", content };
  return act("uploadToDataset", { datasetId, file: "" }, { files: [file] });
}

async function create({ act }: TestEngine): Promise<string> {
  const answer = await act("createDataset");
  return answer.kind === "view" ? String(answer.view["datasetId"]) : "";
}

test("a dataset is created empty, and gets files", async () => {
  const engine = await openEngine();
  const datasetId = await create(engine);
  expect(datasetId).toMatch(/^dataset-[0-9a-f-]{36}$/);
  const empty = {
    datasetId,
    addedAt: VIRTUAL_START,
    updatedAt: VIRTUAL_START,
    numRows: 0,
    schema: {},
  };
  expect(await engine.act("listDatasets")).toEqual({ kind: "view", view: { datasets: [empty] } });
  engine.sandbox.clock.advance(1000);
  const dataset = {
    ...empty,
    updatedAt: VIRTUAL_START + 1000,
    numRows: 2,
    schema: { inputs: "string", stars: "integer" },
  };
  expect(await upload(engine, datasetId, "inputs,stars\ngood,5\nbad,1\n")).toEqual({
    kind: "view",
    view: { dataset },
    uploaded: [
      ["inputs", "stars"],
      ["good", "5"],
      ["bad", "1"],
    ],
  });
  expect(await engine.act("listDatasets")).toEqual({
    kind: "view",
    view: { datasets: [dataset] },
  });
  expect(await engine.act("listDatasetFiles", { datasetId })).toEqual({
    kind: "view",
    view: { fileNames: ["a.csv"] },
  });
});

test("a file is downloaded as it was uploaded, and replaced by one of the same name", async () => {
  const engine = await openEngine();
  const datasetId = await create(engine);
  await upload(engine, datasetId, "inputs\nold\n");
  await upload(engine, datasetId, "inputs\nother\n", "b.csv");
  await upload(engine, datasetId, "inputs\nnew\n");
  expect(await engine.act("listDatasetFiles", { datasetId })).toEqual({
    kind: "view",
    view: { fileNames: ["b.csv", "a.csv"] },
  });
  const answer = await engine.act("downloadFromDataset", { datasetId, fileName: "a.csv" });
  expect(answer).toEqual({
    kind: "file",
    file: {
      ...{ fileId: `${datasetId}/1 a.csv`, datasetId, createdAt: expect.any(Number) },
      fileName: "a.csv",
      bytes: Buffer.from("inputs\nnew\n"),
      format: "csv",
      numRows: 1,
      columns: [{ name: "inputs", type: "string" }],
    },
  });
});

test("datasets and files that don't exist, and a file that can't be read", async () => {
  const engine = await openEngine();
  const datasetId = await create(engine);
  const none = { code: "unknown-dataset", message: "Dataset `none` does not exist." };
  await expect(upload(engine, "none", "inputs\n")).rejects.toMatchObject(none);
  const missing = engine.act("listDatasetFiles", { datasetId: "none" });
  await expect(missing).rejects.toMatchObject(none);
  const download = engine.act("downloadFromDataset", { datasetId, fileName: "a.csv" });
  await expect(download).rejects.toMatchObject({
    code: "unknown-dataset",
    message: `Dataset \`${datasetId}\` has no file \`a.csv\`. It has no files.`,
  });
  await expect(upload(engine, datasetId, "a,a\n1,2\n")).rejects.toMatchObject({
    code: "invalid-request",
    problems: [
      {
        path: "/file",
        message: expect.stringContaining("it has duplicate column names (`a`)"),
        type: "file",
      },
    ],
  });
});

test("a job takes its inputs from a dataset", async () => {
  const engine = await openEngine();
  const datasetId = await create(engine);
  await upload(engine, datasetId, "id,review\n1,good\n2,bad\n");
  await engine.act("createJob", { inputs: datasetId, columnName: "review", jobPriority: 1 });
  const answer = await engine.act("listJobs");
  expect(answer).toMatchObject({ view: { jobs: [{ numRows: 2, jobPriority: 1 }] } });
});

test("what a key can ask about the service", async () => {
  const { act, spec } = await openEngine();
  expect(await act("tryAuthentication")).toEqual({ kind: "view", view: {} });
  expect(await act("getQuotas")).toEqual({ kind: "view", view: { quotas: spec.quotas } });
  expect(await act("getOpenApi")).toEqual({
    kind: "view",
    view: { document: spec.documentAt(URLS) },
  });
});
