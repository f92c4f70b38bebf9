// The floor for rows: a node:http server that writes ready-made rows, each with JSON.stringify. Its arguments are a file with a
// JSON array of rows, and the number of rows to write.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const CHUNK_LENGTH = 65_536;

const [, , file, count] = process.argv;
const rows = JSON.parse(readFileSync(file, "utf8"));
const server = createServer(async (_request, response) => {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  let text = '{"outputs":[';
  for (let row = 0; row < Number(count); row++) {
    text += (row === 0 ? "" : ",") + JSON.stringify(rows[row % rows.length]);
    if (text.length < CHUNK_LENGTH) continue;
    if (!response.write(text)) await once(response, "drain");
    text = "";
  }
  response.end(`${text}]}`);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
