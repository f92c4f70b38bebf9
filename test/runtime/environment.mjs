// Jest's own code (`expect`, `test`) runs in a realm of its own, tests and the program in Node's. Both must mean the same by
// `String` or `Error`, or else `expect.any(String)` would match no string.
import { createRequire } from "node:module";

const { TestEnvironment: NodeEnvironment } = createRequire(
  createRequire(import.meta.url).resolve("jest"),
)("jest-environment-node");

/** Number of callers in the stack of an error. */
const STACK_LENGTH = 12;

// A test may replace them.
const { setImmediate, setTimeout } = globalThis;

export default class Environment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const { value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
      if (typeof value === "function" && /^[A-Z]/.test(name)) this.global[name] = value;
    }
    // Jest waits for the next turn of the event loop several times per test; a timer would take a millisecond each time.
    this.global.setTimeout = (act, ms, ...args) =>
      ms === 0 ? setImmediate(act) : setTimeout(act, ms, ...args);
  }

  async setup() {
    await super.setup();
    // Jest records a hundred callers for each `expect`, which takes longer than most comparisons.
    Error.stackTraceLimit = STACK_LENGTH;
  }
}
