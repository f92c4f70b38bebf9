// The floor for creations in PostgreSQL: a node:http server that parses a body, makes the simplest insert, and responds. Its argument is
// the URL of a database.
import { createServer } from "node:http";
import postgres from "postgres";
import { INSERT, WRITTEN } from "../harness/pgbench.mjs";

const [, , url] = process.argv;
const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
await sql.unsafe(WRITTEN);
const server = createServer(async (request, response) => {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  const { inputs } = JSON.parse(body);
  await sql.unsafe(INSERT).simple();
  const text = JSON.stringify({ job_id: inputs.length });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
