import type { SubmittedFact } from "../core/job/facts.ts";
import type { Row, RowSource } from "../core/row.ts";
import { createRowGenerator, type RowGenerator } from "../generate/generator.ts";
import type { ReasoningShape } from "../generate/reasoning.ts";
import { truncateToTokens } from "../generate/tokens.ts";
import { rowTokenLimit } from "./measure.ts";
import type { Job } from "./world.ts";

/** Rows that are made between two looks at what else the process has to do. */
const BATCH_ROWS = 256;

/** Makes row `index` of a job: always the same one, however often and in whatever order it is asked for. */
export type RowMaker = (index: number, input: string) => Row;

const makers = new WeakMap<Job, Promise<RowMaker>>();

/** The maker of a job's rows; a schema is compiled for it once. */
export function rowMakerOf(job: Job, reasoningShape: ReasoningShape): Promise<RowMaker> {
  const known = makers.get(job);
  if (known !== undefined) return known;
  const [submitted] = job.facts;
  const maker = createRowGenerator(settingsOf(submitted, reasoningShape)).then((generator) =>
    makerFor(submitted, generator),
  );
  makers.set(job, maker);
  return maker;
}

function settingsOf(
  { seed, model, submission }: SubmittedFact,
  reasoningShape: ReasoningShape,
): Parameters<typeof createRowGenerator>[0] {
  const { systemPrompt, jsonSchema, samplingParams, randomSeedPerInput } = submission;
  return {
    seed,
    model,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    samplingParams,
    randomSeedPerInput,
    reasoningShape,
  };
}

/** The model sees a row cut to what fits; one that may not be cut is answered with nothing (assumption `row-too-long`). */
function makerFor({ submission, model }: SubmittedFact, generator: RowGenerator): RowMaker {
  const limit = rowTokenLimit(submission, model);
  return (index, input) => {
    const seen = truncateToTokens(input, limit);
    if (seen === input || submission.truncateRows) return generator.row(index, seen);
    return { input, output: "", cumulativeLogprob: 0 };
  };
}

/** The rows of a job from the first to the last, in batches. */
export function rowSource(job: Job, reasoningShape: ReasoningShape): RowSource {
  return () => rowsFrom(job, 0, reasoningShape);
}

/** The rows of a job from an index on, in batches; the process looks at other work between two of them. */
export async function* rowsFrom(
  job: Job,
  from: number,
  reasoningShape: ReasoningShape,
): AsyncGenerator<readonly Row[]> {
  const make = await rowMakerOf(job, reasoningShape);
  let index = from;
  for (const inputs of job.rows?.batches(from, BATCH_ROWS) ?? []) {
    const start = index;
    yield inputs.map((input, offset) => make(start + offset, input));
    index += inputs.length;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
