// The compiler's helper for `await using` uses this if both the test and the disposal fail; Node 20 has no SuppressedError.
Object.assign(globalThis, {
  _SuppressedError: class extends Error {
    constructor(error: unknown, suppressed: unknown) {
      super(`${String(suppressed)}\n\nand then, at the end: ${String(error)}`, {
        cause: suppressed,
      });
    }
  },
});
