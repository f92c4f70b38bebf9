// The floor for rows: a node:http server that makes rows of a kind by hand, and writes each with JSON.stringify. Its arguments are the
// kind and the number of rows.
import { once } from "node:events";
import { createServer } from "node:http";
import { CASES } from "./schema-cases.mjs";

const CHUNK_LENGTH = 65_536;
const SENTENCES = [
  "The key point about “parcel” is how closely it depends on “support”.",
  "The mention of “hour” calls for a careful approach.",
  "At least 12 checks of this kind are needed before “parcel” can be relied on.",
  "Taken together, “support” and “parcel” point in the same direction.",
];

const rng = {
  next: Math.random,
  below: (bound) => Math.floor(Math.random() * bound),
  between: (min, max) => min + Math.floor(Math.random() * (max - min + 1)),
  chance: (probability) => Math.random() < probability,
  pick: (items) => items[Math.floor(Math.random() * items.length)],
};
const [{ byHand }] = CASES;
const MAKERS = {
  flat: () => JSON.stringify(byHand(rng)),
  text: () => `${rng.pick(SENTENCES)} ${rng.pick(SENTENCES)} ${rng.pick(SENTENCES)}`,
};

const [, , kind, rows] = process.argv;
const make = MAKERS[kind];
const server = createServer(async (_request, response) => {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  let text = '{"outputs":[';
  for (let row = 0; row < Number(rows); row++) {
    text += (row === 0 ? "" : ",") + JSON.stringify(make());
    if (text.length < CHUNK_LENGTH) continue;
    if (!response.write(text)) await once(response, "drain");
    text = "";
  }
  response.end(`${text}]}`);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
