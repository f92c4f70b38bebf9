/** The formula that never holds, and the one that always does. */
export const FALSE = 0;
export const TRUE = 1;

/** A formula over graph nodes; equal formulas in one pool have the same number. */
export type Formula =
  | { readonly kind: "constant" }
  | { readonly kind: "leaf"; readonly node: number }
  | { readonly kind: "or" | "and"; readonly of: readonly number[] }
  | { readonly kind: "not"; readonly of: readonly [number] };

/** Gives equal formulas the same number. */
export type FormulaPool = {
  readonly formulas: readonly Formula[];
  leaf(node: number): number;
  or(of: readonly number[]): number;
  and(of: readonly number[]): number;
  not(of: number): number;
};

/** A pool that contains the two constants. */
export function formulaPool(): FormulaPool {
  const formulas: Formula[] = [{ kind: "constant" }, { kind: "constant" }];
  const numbers = new Map<string, number>();
  const intern = (key: string, formula: Formula): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, formulas.length);
    return formulas.push(formula) - 1;
  };
  const join = (kind: "or" | "and", of: readonly number[]): number => {
    const neutral = kind === "or" ? FALSE : TRUE;
    const flat = flatten(formulas, kind, of).filter((part) => part !== neutral);
    if (flat.includes(TRUE - neutral)) return TRUE - neutral;
    const parts = [...new Set(flat)].sort((a, b) => a - b);
    const [only] = parts;
    if (only === undefined) return neutral;
    return parts.length === 1 ? only : intern(`${kind}${parts.join()}`, { kind, of: parts });
  };
  return {
    formulas,
    leaf: (node) => intern(`leaf${node}`, { kind: "leaf", node }),
    or: (of) => join("or", of),
    and: (of) => join("and", of),
    not: (of) => {
      if (of === TRUE || of === FALSE) return TRUE - of;
      const inner = formulas[of];
      return inner?.kind === "not" ? inner.of[0] : intern(`not${of}`, { kind: "not", of: [of] });
    },
  };
}

function flatten(
  formulas: readonly Formula[],
  kind: "or" | "and",
  of: readonly number[],
): number[] {
  return of.flatMap((part) => {
    const formula = formulas[part];
    return formula?.kind === kind ? formula.of : [part];
  });
}
