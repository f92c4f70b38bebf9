// The runtime of our jest: test files and the program are loaded by Node itself instead of by jest's module loader. A worker
// then loads the program and its packages once, not once for each test file, and runs code that is already compiled; modules
// under test/ are new to each file all the same. Nothing here supports `jest.mock`, which the house rules forbid.
import Module, { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stubOf } from "../../scripts/left-out.mjs";
import { compiledFile } from "./compile.mjs";

const requireJest = createRequire(createRequire(import.meta.url).resolve("jest-runner"));
const { default: JestRuntime } = requireJest("jest-runtime");

register("./hooks.mjs", import.meta.url);
let files = 0;

// Packages get the same stubs as in the bundle: a test sees what users get, and each start of a simulator takes half as long.
const loadReal = Module._load;
Module._load = (request, parent, isMain) => {
  const stub = stubOf(request, parent?.filename ?? "");
  if (stub === undefined) return loadReal(request, parent, isMain);
  const module = { exports: {} };
  new Function("module", stub)(module);
  return module.exports;
};

/** Paths of source maps, found on demand: only the stack of a failure needs them. */
class SourceMaps extends Map {
  get(frame) {
    const path = (frame.startsWith("file:") ? fileURLToPath(frame) : frame).replace(/\?.*$/, "");
    return path.endsWith(".ts") ? `${compiledFile(path)}.map` : undefined;
  }
}

// Jest loads its own packages again for each test file, which takes 60 ms. Only jest-circus, which keeps the tests, needs that.
const SHARED = /^(@jest\/(?!globals)|expect$|jest-(?!circus)|pretty-format$|stack-utils$)/;

/** Jest tells concurrent tests apart with it. The real one slows down every promise, and our tests run one after another. */
class TestStorage {
  #store;

  getStore() {
    return this.#store;
  }

  run(store, act) {
    const before = this.#store;
    this.#store = store;
    return act().finally(() => {
      this.#store = before;
    });
  }
}

export default class Runtime extends JestRuntime {
  #file = ++files;

  requireInternalModule(from, to) {
    if (to === "node:async_hooks") return { AsyncLocalStorage: TestStorage };
    if (SHARED.test(to ?? "")) return createRequire(from)(to);
    return super.requireInternalModule(from, to);
  }

  unstable_shouldLoadAsEsm(path) {
    return path.endsWith(".ts") || super.unstable_shouldLoadAsEsm(path);
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path)}?file=${this.#file}`);
  }

  /** The functions of this test file, for hooks.mjs to export as `@jest/globals`. */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    globalThis[Symbol.for("jest.globals")] = this.requireModuleOrMock(
      import.meta.filename,
      "@jest/globals",
    );
  }

  getSourceMaps() {
    return new SourceMaps();
  }
}
