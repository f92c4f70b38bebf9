/** Returns the function that gives parts of a string in lower case, each exactly as if it were converted on its own. */
export function lowerCase(text: string): (start: number, end: number) => string {
  const lower = text.toLowerCase();
  // Only İ gets longer, and only the form of Σ depends on the letters around it.
  const isPartwise = lower.length === text.length && !text.includes("Σ");
  return isPartwise
    ? (start, end) => lower.slice(start, end)
    : (start, end) => text.slice(start, end).toLowerCase();
}
