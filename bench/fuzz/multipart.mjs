// Forms with broken boundaries, headers, and parts.
import fc from "fast-check";
import { anyText, mutated } from "./mutations.mjs";
import { often } from "./often.mjs";

/** Stands for the ID of a dataset that exists. */
const DATASET = "DATASET";

const part = fc.record({
  name: often(
    "file",
    "dataset_id",
    "",
    "files",
    "__proto__",
    "file[]",
    'a"b',
    "é",
    "x".repeat(2000),
  ),
  fileName: fc.option(
    often(
      ...["rows.csv", "rows.parquet", "rows", "", "../../x.csv", "a\\b.csv", "é.csv", ".", "CON"],
      ...['a"; name="dataset_id', "x".repeat(3000), "%00.csv", "a\tb.csv"],
    ),
  ),
  disposition: often("form-data", "attachment", "", "form-data; form-data"),
  headers: often(
    "",
    "Content-Type: text/csv\r\n",
    "Content-Type: multipart/mixed; boundary=inner\r\n",
    "Content-Transfer-Encoding: base64\r\n",
    "Content-Transfer-Encoding: x\r\nContent-Type: text/csv; charset=utf-16\r\n",
    ...[": \r\n", "no colon\r\n", `X: ${"y".repeat(20_000)}\r\n`],
  ),
  content: fc.oneof(
    fc.constantFrom("inputs\na\nb\n", "inputs\n", "", "\n", "PAR1", "--xyz", "\r\n--xyz--\r\n"),
    anyText,
  ),
  lineEnd: often("\r\n", "\n"),
});

const form = fc.record({
  boundary: often(
    ...["xyz", "", "-", "--", "a b", "x".repeat(70), "x".repeat(300), "a;b", 'a"b'],
    "'()+_,-./:=?",
  ),
  parts: fc.array(part, { maxLength: 12 }),
  preamble: often("", "preamble\r\n", "\r\n"),
  end: often("--\r\n", "--", "", "\r\n", "--\r\nepilogue"),
  type: often(
    "multipart/form-data; boundary=",
    'Multipart/Form-Data; charset=utf-8; boundary="xyz"; boundary=',
    ...["multipart/form-data", "multipart/form-data;=", "multipart/form-data; boundary*=utf-8''"],
    ...["multipart/mixed; boundary=", "text/csv; boundary="],
  ),
});

function textOf({ boundary, parts, preamble, end }) {
  const own = { name: "dataset_id", disposition: "form-data", content: DATASET, lineEnd: "\r\n" };
  const texts = [{ ...own, fileName: null, headers: "" }, ...parts].map((each) => {
    const { name, fileName, disposition, headers, content, lineEnd } = each;
    const file = fileName === null ? "" : `; filename="${fileName}"`;
    const head = `Content-Disposition: ${disposition}; name="${name}"${file}${lineEnd}${headers}`;
    return `--${boundary}${lineEnd}${head}${lineEnd}${content}${lineEnd}`;
  });
  return `${preamble}${texts.join("")}--${boundary}${end}`;
}

/** Attacks the upload of files. */
export const multipart = {
  name: "multipart",
  cases: form.chain((made) =>
    fc.record({
      contentType: fc.constant(`${made.type}${made.boundary}`),
      body: mutated(fc.constant(textOf(made))),
    }),
  ),
  play: async (client, { contentType, body }) => {
    const { service } = client.urls;
    const created = await client.attack("GET", `${service}/create-dataset`);
    const id = JSON.parse(created.text).dataset_id;
    await client.remember();
    const text = body.toString("latin1").replaceAll(DATASET, id);
    const headers = { "content-type": contentType };
    await client.attack("POST", `${service}/upload-to-dataset`, {
      headers,
      body: Buffer.from(text, "latin1"),
    });
    const file = JSON.stringify({ dataset_id: id, file_name: "rows.csv" });
    for (const path of ["list-dataset-files", "download-from-dataset", "list-datasets"])
      await client.attack("POST", `${service}/${path}`, {
        headers: { "content-type": "application/json" },
        body: file,
      });
  },
};
