import type { LayoutPart } from "../../core/rows/file-layout.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";

/** What the program can do, by the names that documents use for it. */
export type Capabilities = {
  readonly useCases: Readonly<Record<string, UseCaseNeeds>>;
  /** Each with the parts of a file's layout that it needs. */
  readonly codecs: Readonly<Record<string, { readonly needs: readonly LayoutPart[] }>>;
};
