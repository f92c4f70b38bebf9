/** What is known about a schema before rows are made from it. */
export type Feasibility =
  | { readonly kind: "supported"; readonly msPerRow: number }
  /**
   * Rows conform but take long. The estimate is based on steps, so it is the same on every machine.
   */
  | { readonly kind: "slow"; readonly msPerRow: number; readonly reason: string }
  /** No value conforms; `paths` are JSON Pointers to the contradicting places. */
  | { readonly kind: "unsatisfiable"; readonly paths: readonly string[]; readonly reason: string }
  /** Values may conform, but none can be made. */
  | {
      readonly kind: "unsupported";
      readonly keyword: string;
      readonly path: string;
      readonly reason: string;
      /** Another method may find values; without this flag, any other method could run forever. */
      readonly mayYield?: true;
      /** The steps ran out; with more of them, the verdict may differ. */
      readonly isTooMuch?: true;
    }
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };
