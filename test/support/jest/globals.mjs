// Takes the place of `@jest/globals`: the runner puts jest's functions into the global scope, and has no limit for a test.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect } = globalThis;

// A worker that never gets here is replaced. In the main process, there is nobody to tell.
if (process.__tinypool_state__?.isChildProcess) process.send("batch-sim-begun");

/** Ends a test that hangs. A slow one may take this long: on a busy machine, each takes many times as long. */
let limitMs = 300_000;

/** A test may replace the global ones. */
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
