// Schema rows generated in this process, with 1,000 different real inputs, compared with a handwritten closure that reads no
// inputs, and with json-schema-faker. Each row has its own random stream and is converted to JSON.
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import * as jsf from "json-schema-faker";
import { handMaker, rowMaker } from "../harness/row-maker.mjs";
import { realInputs } from "../inputs/inputs.mjs";
import { CASES } from "./schema-cases.mjs";

const ROUND_ROWS = 20_000;
/** Handwritten rows are so fast that the clock needs more of them. */
const HAND_TIMES = 5;
/** Share of the rows that json-schema-faker makes, because it is much slower. */
const FAKER_SHARE = 0.1;

const INPUTS = realInputs();
const generate = jsf.generate ?? jsf.default.generate;

/** A figure for a function that makes one row in this process. */
function figure(name, open, { times = 1, ...compared } = {}) {
  return {
    name,
    unit: "row",
    ...compared,
    open: async ({ scale }) => {
      const row = await open();
      const units = Math.round(ROUND_ROWS * times * scale);
      let next = 0;
      return {
        measure: async () => {
          const cpu = process.cpuUsage();
          const startedAt = performance.now();
          for (let i = 0; i < units; i++) {
            const made = row(next, INPUTS[next++ % INPUTS.length]);
            if (typeof made !== "string") await made;
          }
          const wallMs = performance.now() - startedAt;
          const { user, system } = process.cpuUsage(cpu);
          return { units, wallMs, cpuMs: (user + system) / 1000 };
        },
      };
    },
  };
}

function figuresOf({ name, schema, byHand }) {
  const hand = `${name}, by hand`;
  const compared = { floor: hand, target: { speed: 0.4 } };
  return [
    figure(hand, () => handMaker(byHand), { times: HAND_TIMES }),
    figure(`${name}, generated`, () => rowMaker(schema), compared),
    figure(
      `${name}, json-schema-faker`,
      async () => {
        const accepts = ajvFor(schema);
        return (index) => fakerRow(schema, accepts, index);
      },
      { floor: hand, times: FAKER_SHARE, isPeer: true },
    ),
  ];
}

/** Some of its values don't conform, so the next seed is tried, as a user would. */
async function fakerRow(schema, accepts, index) {
  for (let tries = 0; ; tries++) {
    const value = await generate(schema, { seed: index * 100 + tries });
    if (accepts(value)) return JSON.stringify(value);
  }
}

function ajvFor(schema) {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats(ajv);
  return ajv.compile(schema);
}

export const group = { rounds: 5, figures: CASES.flatMap(figuresOf) };
