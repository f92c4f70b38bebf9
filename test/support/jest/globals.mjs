// Replaces `@jest/globals`: the runner puts jest's functions into the global scope, and has no time limit for a test.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect } = globalThis;

// A worker that never gets here is replaced. In the main process, there is no one to notify.
if (process.__tinypool_state__?.isChildProcess) process.send("batch-sim-begun");

/** Ends a test that hangs. The limit is generous, because on a busy machine, each test takes many times as long. */
let limitMs = 300_000;

/** A test may replace the global functions. */
const { clearTimeout, setTimeout } = globalThis;

export const jest = {
  ...globalThis.jest,
  setTimeout: (ms) => {
    limitMs = ms;
  },
};

export const test = Object.assign(limitedBy(globalThis.test), {
  only: limitedBy(globalThis.test.only),
  skip: globalThis.test.skip,
  each: (...table) => limitedBy(globalThis.test.each(...table)),
});

function limitedBy(declare) {
  return (name, act, ms) => declare(name, (...args) => limited(() => act(...args), ms ?? limitMs));
}

async function limited(act, ms) {
  let timer;
  const tooLate = new Promise((_, reject) => {
    const error = new Error(`Expected the test to end within ${ms} ms.`);
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    await Promise.race([act(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
