import { expect, test } from "@jest/globals";
import { z } from "zod";
import { CONTROL_ROUTES, CONTROL_VERBS } from "../../src/control/control-verbs.ts";
import * as kit from "../../src/control/grammar-kit.ts";
import type { VerbRoute } from "../../src/control/verb.ts";
import { asObject, asStrings } from "../../src/spec/document-place.ts";

test("no two verbs have the same route", () => {
  const routes = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)]).toEqual(routes);
  expect(routes).toHaveLength(Object.keys(CONTROL_VERBS).length);
});

test.each(CONTROL_ROUTES)("every argument of $name has one place in its route", (named) => {
  const verb = CONTROL_VERBS[named.name];
  const { query = [], body }: VerbRoute = verb;
  const schema = z.toJSONSchema(verb.arguments?.(kit) ?? kit.noArguments, {
    io: "input",
    unrepresentable: "any",
  });
  const properties = asObject(schema.properties as never);
  const inPath = [...named.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const elsewhere = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && !query.includes(name),
  );
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...inPath, ...query]));
  expect(asStrings(schema.required as never)).toEqual(expect.arrayContaining(inPath));
  if (body === undefined) expect(query).toEqual([]);
  // The type of a file is its Content-Type header.
  else if (body !== "json" && "bytesOf" in body)
    expect(elsewhere).toEqual([body.bytesOf, "contentType"]);
  else if (body !== "json") expect(elsewhere).toEqual([body.textOf]);
});
