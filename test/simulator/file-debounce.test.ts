import { expect, test } from "@jest/globals";
import { fileDebounce, SETTLE_MS } from "../../src/simulator/reload-scenario.ts";

/** A file whose content and modification time the test controls. */
function watchedFile(): {
  readonly settling: ReturnType<typeof fileDebounce>;
  readonly write: (content: string | undefined) => void;
  readonly wait: () => void;
  readonly settled: readonly (string | undefined)[];
} {
  let content: string | undefined = "before";
  let timer: (() => void) | undefined;
  const settled: (string | undefined)[] = [];
  const settling = fileDebounce(
    () => content,
    () => void settled.push(content),
    (run, delayMs) => {
      expect(delayMs).toBe(SETTLE_MS);
      timer = run;
      return () => {
        timer = undefined;
      };
    },
  );
  const wait = (): void => {
    const run = timer;
    timer = undefined;
    run?.();
  };
  return {
    settling,
    write: (next) => {
      content = next;
    },
    wait,
    settled,
  };
}

test("content that goes on changing has not settled, even if nobody reports the changes", () => {
  const { settling, write, wait, settled } = watchedFile();
  settling.touch();
  write("half");
  wait();
  write("almost");
  wait();
  write("whole");
  wait();
  expect(settled).toEqual([]);
  wait();
  wait();
  expect(settled).toEqual(["whole"]);
});

test("a file that was emptied or removed is reported once it has content again", () => {
  const { settling, write, wait, settled } = watchedFile();
  write(undefined);
  settling.touch();
  wait();
  wait();
  expect(settled).toEqual([]);
  write("after");
  settling.touch();
  wait();
  expect(settled).toEqual(["after"]);
});

test("nothing is reported once it has stopped", () => {
  const { settling, wait, settled } = watchedFile();
  settling.touch();
  settling.stop();
  wait();
  expect(settled).toEqual([]);
});
