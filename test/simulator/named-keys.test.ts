import { expect, test } from "@jest/globals";
import { namedKey } from "../../src/options/forms.ts";
import { startTestSimulator } from "../support/simulator.ts";

test.each([
  ["team-a=secret", "team-a", "secret"],
  ["team.b_2=c2VjcmV0==", "team.b_2", "c2VjcmV0=="],
  ["plain-key", undefined, "plain-key"],
  ["c2VjcmV0==", undefined, "c2VjcmV0=="],
  ["c2VjcmV0=", undefined, "c2VjcmV0="],
])("the key %s has the name %s", (text, name, key) => {
  expect(namedKey(text)).toEqual({ name, key });
});

test("a named key's sandbox has the name as its title, and the IDs of the key", async () => {
  await using named = await startTestSimulator({ apiKeys: ["team-a=secret", "other"] });
  await using plain = await startTestSimulator({ apiKeys: ["secret"] });
  expect(named.apiKey).toBe("secret");
  const jobId = await named.client.submit({ inputs: ["a"] });
  expect(await plain.client.submit({ inputs: ["a"] })).toBe(jobId);
  await named.clientOf("other").submit({ inputs: ["a"] });
  const sandboxes = await named.control.sandboxes();
  expect(sandboxes.map(({ title }) => title)).toEqual([undefined, "team-a", undefined]);
  expect(named.report().sandboxes.map(({ title }) => title)).toEqual(["team-a", undefined]);
  expect((await named.clientOf("team-a=secret").request("GET", "/list-jobs")).status).toBe(403);
  await named.control.reset();
  expect(await named.control.info()).toMatchObject({ title: "team-a" });
});
