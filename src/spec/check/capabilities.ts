import type { LayoutPart } from "../../core/rows/file-layout.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";

/** The program's capabilities, by the names that documents use for them. */
export type Capabilities = {
  readonly useCases: Readonly<Record<string, UseCaseNeeds>>;
  /** The parts of a file's layout that each codec requires. */
  readonly codecs: Readonly<Record<string, { readonly needs: readonly LayoutPart[] }>>;
};
