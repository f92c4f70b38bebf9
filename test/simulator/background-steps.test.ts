import { expect, test } from "@jest/globals";
import type { Stepwise } from "../../src/core/steps.ts";
import { BackgroundSteps } from "../../src/simulator/kept-verdicts.ts";

function* countTo(last: number, note: (count: number) => void): Stepwise<number> {
  for (let count = 1; count <= last; count++) {
    note(count);
    yield;
  }
  return last;
}

test("computations run one after another", async () => {
  const background = new BackgroundSteps();
  const noted: string[] = [];
  const result = new Promise<number>((resolve) => {
    background.add(
      countTo(2, (count) => noted.push(`a${count}`)),
      (value) => noted.push(`a is ${value}`),
    );
    background.add(
      countTo(1, (count) => noted.push(`b${count}`)),
      resolve,
    );
  });
  expect(await result).toBe(1);
  expect(noted).toEqual(["a1", "a2", "a is 2", "b1"]);
});

test("nothing runs after the end", async () => {
  const background = new BackgroundSteps();
  const noted: (number | string)[] = [];
  const closed = new Promise<void>((resolve) => {
    const note = (count: number): void => {
      noted.push(count);
      if (count === 3) void background.close().then(resolve);
    };
    background.add(countTo(1000, note), () => noted.push("used"));
    background.add(
      countTo(1, () => noted.push("begun")),
      () => noted.push("used"),
    );
  });
  await closed;
  expect(noted).toEqual([1, 2, 3]);
});

test("a computation that fails doesn't end the process, or the next one", async () => {
  const background = new BackgroundSteps();
  const failing = countTo(2, () => {
    throw new Error("damaged");
  });
  background.add(failing, () => {});
  expect(
    await new Promise<number>((resolve) =>
      background.add(
        countTo(1, () => {}),
        resolve,
      ),
    ),
  ).toBe(1);
  await background.close();
});
