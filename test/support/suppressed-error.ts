// The compiler's helper for `await using` names this where the test and the disposal both fail; Node 20 has no SuppressedError.
Object.assign(globalThis, {
  _SuppressedError: class extends Error {
    constructor(error: unknown, suppressed: unknown) {
      super(`${String(suppressed)}\n\nand then, at the end: ${String(error)}`, {
        cause: suppressed,
      });
    }
  },
});
