import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Choice } from "./choice.tsx";

/** Media queries for the dark colors, by theme. */
const DARK_MEDIA: Readonly<Record<string, string>> = {
  system: "(prefers-color-scheme: dark)",
  light: "not all",
  dark: "all",
};

/** Storage key of the reader's choice. */
const KEY = "batch-sim-theme";

/** Chooses light or dark colors; by default, those of the system. */
export function ThemeChoice(): JSX.Element {
  const theme = useSignal(keptTheme());
  useLayoutEffect(() => apply(theme.value), []);
  return (
    <Choice
      isCompact
      label="Theme"
      value={theme.value}
      options={[
        ["system", "System colors"],
        ["light", "Light colors"],
        ["dark", "Dark colors"],
      ]}
      onChange={(value) => {
        theme.value = value;
        apply(value);
        keep(value);
      }}
    />
  );
}

/** Changes the condition of the style sheet's dark colors, so that they are written only once. */
function apply(theme: string): void {
  const media = DARK_MEDIA[theme] ?? "";
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && isAboutColors(rule)) rule.media.mediaText = media;
}

function isAboutColors({ media }: CSSMediaRule): boolean {
  return Object.values(DARK_MEDIA).includes(media.mediaText);
}

function keptTheme(): string {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return kept in DARK_MEDIA ? kept : "system";
  } catch {
    // A browser may refuse storage to a page from a file.
    return "system";
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
