import { type Command, textOf } from "../../options/option-row.ts";
import { shippedOverlayDir } from "../../simulator/open-document.ts";
import { builtinScenarioDir } from "../../simulator/open-scenario.ts";
import { yamlNamesIn } from "../../yaml/yaml-folder.ts";
import { COMMAND_NAMES, SCHEMA_NAMES, type Shell, STORE_ACTIONS } from "../command-list.ts";
import { type HelpTexts, optionsOfCommand, readHelp } from "../output/help.ts";

export async function completionScript(shell: Shell): Promise<string> {
  const [texts, scenario, overlay] = await Promise.all([
    readHelp(),
    yamlNamesIn(builtinScenarioDir()),
    yamlNamesIn(shippedOverlayDir()),
  ]);
  const names = { scenario, overlay };
  const commands = COMMAND_NAMES.map((name) => completedCommand(name, texts, names));
  return SCRIPTS[shell](commands);
}

type Names = { readonly scenario: readonly string[]; readonly overlay: readonly string[] };

function completedCommand(name: Command, texts: HelpTexts, names: Names) {
  const options = optionsOfCommand(name).map((option) => {
    const { flag = "", form, path } = option[1];
    const { about } = textOf(texts.options, option);
    const examples = (form.schema?.["examples"] ?? []) as readonly string[];
    const known = flag === "scenario" || flag === "overlay" ? names[flag] : form.words;
    const values = known ?? examples;
    const isFile = path !== undefined || values.length === 0;
    return { flag, about, takesValue: form.placeholder !== undefined, values, isFile };
  });
  return { name, about: texts.commands[name].about, options, words: wordsAfter(name, names) };
}

function wordsAfter(name: Command, { scenario }: Names): readonly string[] {
  const words: { readonly [Name in Command]?: readonly string[] } = {
    help: COMMAND_NAMES,
    lint: scenario,
    scenarios: ["show", ...scenario],
    schema: SCHEMA_NAMES,
    store: STORE_ACTIONS,
  };
  return words[name] ?? [];
}

type CompletedCommand = ReturnType<typeof completedCommand>;
type CompletedOption = CompletedCommand["options"][number];

const SCRIPTS: { readonly [Name in Shell]: (commands: readonly CompletedCommand[]) => string } = {
  bash: (commands) => `# Completion for batch-sim. In ~/.bashrc: eval "$(batch-sim completion bash)"
_batch_sim() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=start word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      --) return ;;
      ${COMMAND_NAMES.join("|")}) command=$word; break ;;
    esac
  done
  case $prev in
${valueCases(commands, (flags, values) => `    ${flags}) words="${values}" ;;`)}
    *)
      case $command in
${commands.map((each) => `        ${each.name}) words="${wordsOf(each)}" ;;`).join("\n")}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _batch_sim batch-sim
`,
  zsh: (
    commands,
  ) => `# Completion for batch-sim. In ~/.zshrc, after compinit: eval "$(batch-sim completion zsh)"
_batch_sim() {
  local command=start word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in
      (--) _normal; return ;;
      (${COMMAND_NAMES.join("|")}) command=$word; break ;;
    esac
  done
  case $words[CURRENT-1] in
${valueCases(commands, (flags, values) => `    (${flags}) compadd -- ${values}; _files; return ;;`)}
  esac
  case $command in
${commands.map((each) => `    (${each.name}) compadd -- ${wordsOf(each)} ;;`).join("\n")}
  esac
  _files
}
compdef _batch_sim batch-sim
`,
  fish: (commands) => {
    const others = COMMAND_NAMES.filter((name) => name !== "start").join(" ");
    const lines = commands.flatMap(({ name, about, options, words }) => {
      const condition =
        name === "start"
          ? `not __fish_seen_subcommand_from ${others}`
          : `__fish_seen_subcommand_from ${name}`;
      const on = `complete -c batch-sim -n ${quoted(condition)}`;
      return [
        `complete -c batch-sim -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
        ...options.map((option) => `${on} ${fishOption(option)}`),
        ...(words.length === 0 ? [] : [`${on} -a ${quoted(words.join(" "))}`]),
      ];
    });
    return `# Completion for batch-sim: batch-sim completion fish > ~/.config/fish/completions/batch-sim.fish\n${lines.join("\n")}\n`;
  },
};

function fishOption({ flag, about, takesValue, values, isFile }: CompletedOption): string {
  const value = takesValue ? (isFile ? " -r" : " -x") : "";
  const words = values.length === 0 ? "" : ` -a ${quoted(values.join(" "))}`;
  return `-l ${flag}${value}${words} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A line for each option with known values, and one for all other options that take a value. */
function valueCases(
  commands: readonly CompletedCommand[],
  line: (flags: string, values: string) => string,
): string {
  const options = new Map(
    commands.flatMap((each) => each.options).map((option) => [option.flag, option]),
  );
  const withValue = [...options.values()].filter(({ takesValue }) => takesValue);
  const known = withValue.filter(({ values }) => values.length > 0);
  const others = withValue.filter(({ values }) => values.length === 0);
  return [
    ...known.map(({ flag, values }) => line(`--${flag}`, values.join(" "))),
    line(others.map(({ flag }) => `--${flag}`).join("|"), ""),
  ].join("\n");
}

/** For `start`, the words include the commands, because `start` is the default command. */
function wordsOf({ name, options, words }: CompletedCommand): string {
  const flags = options.map(({ flag }) => `--${flag}`);
  return [...(name === "start" ? COMMAND_NAMES : []), ...words, ...flags].join(" ");
}
