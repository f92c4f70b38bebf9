/** Maximum length of a quotation in a message. */
const MAX_QUOTED = 200;

/** Maximum length of a message; one is longer only if it quotes something with backticks in it. */
const MAX_LENGTH = 4000;

/** A message in which everything between backticks has at most 200 characters: clients choose what it quotes. */
export function shortQuotes(message: string): string {
  if (message.length <= MAX_QUOTED) return message;
  const parts = message.split("`", MAX_LENGTH);
  const short = parts.map((part, index) => (index % 2 === 1 ? shortened(part, MAX_QUOTED) : part));
  return shortened(short.join("`"), MAX_LENGTH);
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}
