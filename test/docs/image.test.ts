import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { imageOf } from "./image.ts";
import { snippets } from "./pages.ts";

const DOCKERFILE = readFileSync("Dockerfile", "utf8");
const image = imageOf(DOCKERFILE);
const { version, bin, license } = JSON.parse(readFileSync("package.json", "utf8"));

test("the image runs the program of the package, which other machines can reach", () => {
  const [node, path, ...rest] = image.ENTRYPOINT;
  expect([node, path, rest]).toEqual(["node", bin["batch-sim"].replace(/^\./, "/app"), []]);
  const { command, options, problems } = readCommandLine(image.CMD, image.ENV);
  expect([command, problems]).toEqual(["start", []]);
  expect(options).toEqual({ host: "0.0.0.0", port: Number(image.EXPOSE) });
});

test("the image asks its own program about its health", () => {
  expect(image.health.slice(0, image.ENTRYPOINT.length)).toEqual(image.ENTRYPOINT);
  const words = image.health.slice(image.ENTRYPOINT.length);
  expect(readCommandLine(words, image.ENV)).toMatchObject({
    command: "health",
    options: { port: Number(image.EXPOSE) },
    problems: [],
  });
});

test("the image has the version and the license of the package, and another user than root", () => {
  expect(image.labels).toMatchObject({
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": license,
  });
  expect(image.USER).toMatch(/^[1-9]\d*:[1-9]\d*$/);
});

const runs = snippets("sh").flatMap(({ code, page }) =>
  [...code.matchAll(/docker run (.*?) batch-sim(?: (.*))?$/gm)].map(
    ([, options = "", words = ""]) => [page, words, options],
  ),
);

test.each(runs)("%s: a container with `%s` is a valid command", (_, words = "", options = "") => {
  const variables = [...options.matchAll(/--env (\w+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const env = { ...image.ENV, ...Object.fromEntries(variables) };
  const given = words === "" ? image.CMD : words.split(" ");
  expect(readCommandLine(given, env).problems).toEqual([]);
  for (const [, port] of options.matchAll(/--publish \d+:(\d+)/g)) expect(port).toBe(image.EXPOSE);
  for (const [, folder] of options.matchAll(/--volume \S+:(\/\w+)/g))
    expect(folder).toBe(image.WORKDIR);
});

test("the page about containers names the images that the build starts from", () => {
  const page = readFileSync("docs/containers.md", "utf8").replaceAll(/\s+/g, " ");
  const names = [...DOCKERFILE.matchAll(/^ARG \w+=(.*)$/gm)].map(([, name]) => name);
  expect(names).toHaveLength(2);
  for (const name of names) expect(page).toContain(`\`${name}\``);
  expect(runs.filter(([where]) => where === "docs/containers.md").length).toBeGreaterThan(4);
});
