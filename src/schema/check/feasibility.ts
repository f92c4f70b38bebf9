/** What can be said of a schema before rows are made of it. */
export type Feasibility =
  | { readonly kind: "supported"; readonly msPerRow: number }
  /** Rows conform, and take long; the estimate is reckoned from steps, so it is the same everywhere. */
  | { readonly kind: "slow"; readonly msPerRow: number; readonly reason: string }
  /** No value conforms: the places that contradict each other, as JSON Pointers. */
  | { readonly kind: "unsatisfiable"; readonly paths: readonly string[]; readonly reason: string }
  /** Values may conform, and none can be made here. */
  | {
      readonly kind: "unsupported";
      readonly keyword: string;
      readonly path: string;
      readonly reason: string;
      /** Another way of making values may succeed; without it, any other may take for ever. */
      readonly mayYield?: true;
    }
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };
