import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { settle } from "../../src/options/settings.ts";
import { START_PORT } from "../../src/options/simulator-table.ts";
import { postgresAddressOf } from "../../src/stores/postgres/postgres-address.ts";
import { snippets } from "./pages.ts";

type Service = {
  readonly image: string;
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: object | readonly string[];
};

type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
};

const [snippet] = snippets("yml").filter(({ code }) => code.startsWith("services:"));
const { services, configs }: Compose = parse(snippet?.code ?? "");
const { db, simulator, balancer } = services;

test("the compose file's replicas start with options that exist, and with the database's own address", () => {
  const words = simulator?.command?.split(" ") ?? [];
  expect(words.slice(0, 3)).toEqual(["npx", "--yes", "batch-sim"]);
  const line = readCommandLine(words.slice(3), simulator?.environment ?? {});
  expect(line).toMatchObject({ command: "start", operands: [], problems: [] });
  const { store, controlToken, host } = settle(line.options);
  expect([host, controlToken]).toEqual(["0.0.0.0", "choose-a-token"]);
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = db?.environment ?? {};
  expect(postgresAddressOf(store).url).toBe(
    `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@db:5432/${POSTGRES_DB}`,
  );
});

test("the compose file's load balancer passes on connections to the replicas", () => {
  const used = balancer?.configs?.map(({ source }) => source) ?? [];
  const [nginx = ""] = used.map((name) => configs[name]?.content ?? "");
  expect(nginx.match(/\{/g)).toHaveLength(nginx.match(/\}/g)?.length ?? 0);
  // Compose would replace a variable.
  expect(nginx).not.toContain("$");
  const [, group, server] = /upstream (\w+) \{ server (\S+); \}/.exec(nginx) ?? [];
  expect([group, server]).toEqual([
    /proxy_pass (\w+);/.exec(nginx)?.[1],
    `simulator:${START_PORT}`,
  ]);
  expect(balancer?.ports).toEqual([`${START_PORT}:${/listen (\d+);/.exec(nginx)?.[1]}`]);
  for (const { depends_on: needed = [] } of Object.values(services))
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(services).toHaveProperty(name);
});
