// The rules that every case must keep, however the program is attacked.
import { isTooLong, MOST_RUNS } from "../heartbeat/gap.mjs";
import { Client } from "./client.mjs";

/** A case that takes longer has blocked the program for good. */
const CASE_MS = 120_000;

/**
 * Plays a case, and throws if it breaks a rule: the program goes on, says nothing on standard error, responds to the next request,
 * and isn't blocked for longer than a request may delay others.
 */
export async function judge(target, play) {
  for (let runs = 1; ; runs++) {
    const gap = await played(target, play);
    if (!isTooLong(gap)) return;
    if (runs < MOST_RUNS) continue;
    const [wall, cpu] = [gap.wallMs, gap.cpuMs].map((ms) => ms.toFixed(0));
    throw new Error(`The event loop was blocked for ${wall} ms (${cpu} ms of CPU time).`);
  }
}

/** The worst gap of a case. A program that broke a rule is not used again. */
async function played(target, play) {
  const program = await target.program();
  try {
    const client = new Client(program);
    await client.reset();
    program.startBeats();
    await withLimit(play(client, program), target);
    await withLimit(client.expectNextRequest(), target);
    const gap = await withLimit(program.worstGap(), target);
    target.expectSilence();
    return gap;
  } catch (error) {
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
