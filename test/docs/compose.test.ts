import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { settle } from "../../src/options/settings.ts";
import { postgresAddressOf } from "../../src/stores/postgres/postgres-address.ts";
import { imageOf } from "./image.ts";
import { snippets } from "./pages.ts";

type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};

type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
};

const FILE = readFileSync("compose.yaml", "utf8");
const { services, configs }: Compose = parse(FILE);
const { db, simulator, balancer } = services;
const image = imageOf(readFileSync("Dockerfile", "utf8"));

test("the page about replicas shows the compose file", () => {
  const shown = snippets("yml").filter(({ page }) => page === "docs/replicas.md");
  expect(shown.map(({ code }) => code)).toEqual([FILE.replace(/^#.*\n/, "")]);
});

test("the compose file's replicas start with the image's variables, and with the database's own address", () => {
  const token = "${BATCH_SIM_CONTROL_TOKEN:?Choose a control token.}";
  expect(simulator?.environment).toMatchObject({ BATCH_SIM_CONTROL_TOKEN: token });
  const given = { ...simulator?.environment, BATCH_SIM_CONTROL_TOKEN: "chosen" };
  const line = readCommandLine(image.CMD, { ...image.ENV, ...given });
  expect(line).toMatchObject({ command: "start", operands: [], problems: [] });
  const { store, controlToken } = settle(line.options);
  expect(controlToken).toBe("chosen");
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
    `simulator:${image.EXPOSE}`,
  ]);
  expect(balancer?.ports).toEqual([`${image.EXPOSE}:${/listen (\d+);/.exec(nginx)?.[1]}`]);
  for (const { depends_on: needed = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(needed)) {
      expect(services).toHaveProperty(name);
      expect(condition).toBe("service_healthy");
    }
});
