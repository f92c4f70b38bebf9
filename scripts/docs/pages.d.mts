/** Every generated page. */
export const PAGES: readonly {
  /** From the root of the checkout. */
  readonly path: string;
  readonly render: () => string | Promise<string>;
}[];
