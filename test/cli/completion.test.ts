import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { completionScript } from "../../src/cli/commands/completion.ts";

/** Bash's completions after some words, of which the last one is incomplete. */
async function completed(...words: string[]): Promise<string[]> {
  const script = `${await completionScript("bash")}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_batch_sim
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ["-c", script, "bash", "batch-sim", ...words];
  const { stdout } = await promisify(execFile)("bash", args);
  return stdout.split("\n").filter((word) => word !== "");
}

test("bash completes commands, options, and names", async () => {
  expect(await completed("ex")).toEqual(["exec", "explore"]);
  expect(await completed("exec", "--sc")).toEqual(["--scenario"]);
  expect(await completed("exec", "--clock", "po")).toEqual(["poll", "poll:next", "poll:5s"]);
  expect(await completed("--scenario", "cancel-")).toEqual([
    "cancel-404",
    "cancel-loses-race",
    "cancel-slow",
  ]);
  expect(await completed("--overlay", "c")).toEqual(["client-sdk"]);
  expect(await completed("--api", "")).toEqual([
    "anthropic",
    "gemini",
    "groq",
    "mistral",
    "openai",
  ]);
  expect(await completed("scenarios", "show", "stuck")).toEqual(["stuck-job"]);
  expect(await completed("schema", "re")).toEqual(["report"]);
  expect(await completed("store", "b")).toEqual(["backup"]);
});

test("the values of other options are left to the shell, and so is a client's command", async () => {
  expect(await completed("start", "--port", "")).toEqual([]);
  expect(await completed("exec", "--", "n")).toEqual([]);
});

test("zsh and fish complete the same", async () => {
  const [zsh, fish] = await Promise.all([completionScript("zsh"), completionScript("fish")]);
  expect(zsh).toContain(
    "(--api) compadd -- anthropic gemini groq mistral openai; _files; return ;;",
  );
  expect(zsh).toContain("(schema) compadd -- scenario project report explore verify ;;");
  expect(fish).toContain(
    "complete -c batch-sim -n '__fish_seen_subcommand_from exec' -l api -x -a 'anthropic gemini groq mistral openai' -d ",
  );
  expect(fish).toContain(
    "complete -c batch-sim -n __fish_use_subcommand -f -a lint -d 'check scenarios for problems'",
  );
});
