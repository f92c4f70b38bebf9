/**
 * A string with its first letter capitalized, in the scripts whose capitals are the same in every
 * version of Unicode.
 */
export function capitalize(text: string): string {
  if (text.charCodeAt(0) >= 0x530) return text;
  const first = text.charAt(0);
  const capital = first.toUpperCase();
  return capital === first ? text : capital + text.slice(1);
}
