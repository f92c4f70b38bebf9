// The rules that every case must keep, however the program is attacked.
import { isTooLong, MOST_RUNS } from "../heartbeat/gap.mjs";
import { Client } from "./client.mjs";
import { MOST_WAIT_MS, Visitor } from "./visitor.mjs";

/** A case that takes longer has blocked the program for good. */
const CASE_MS = 120_000;

/**
 * Runs a case, and throws if it breaks a rule: the program keeps running, writes nothing to standard error, responds to the
 * next request, is never blocked for longer than the limit, and doesn't make another key's request wait too long.
 */
export async function judge(target, play) {
  for (let runs = 1; ; runs++) {
    const { gap, waitMs } = await played(target, play);
    // Measured anew by each call.
    const hasGap = isTooLong(gap);
    if (!hasGap && waitMs <= MOST_WAIT_MS) return;
    if (runs < MOST_RUNS) continue;
    if (!hasGap) throw new Error(`A request of another key waited for ${waitMs.toFixed(0)} ms.`);
    const [wall, cpu] = [gap.wallMs, gap.cpuMs].map((ms) => ms.toFixed(0));
    throw new Error(`The event loop was blocked for ${wall} ms (${cpu} ms of CPU time).`);
  }
}

/** The longest gap of a case, and another key's longest wait. A program that broke a rule is not reused. */
async function played(target, play) {
  const program = await target.program();
  const visitor = new Visitor(program);
  try {
    const client = new Client(program);
    await visitor.start();
    await client.reset();
    program.startBeats();
    await withLimit(play(client, program), target);
    visitor.end();
    await withLimit(client.expectNextRequest(), target);
    const gap = await withLimit(program.worstGap(), target);
    target.expectSilence();
    return { gap, waitMs: await visitor.stop() };
  } catch (error) {
    visitor.end();
    await target.drop();
    throw error;
  }
}

function withLimit(promise, target) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response in ${CASE_MS / 1000} s`)), CASE_MS);
  });
  return Promise.race([promise, late, target.end]).finally(() => clearTimeout(timer));
}
