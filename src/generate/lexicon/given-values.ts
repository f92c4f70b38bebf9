/** Strings that an input can state; days are ISO dates. */
export type GivenText =
  | "account"
  | "address"
  | "brand"
  | "buyer"
  | "color"
  | "customer"
  | "due"
  | "flight"
  | "invoice"
  | "issued"
  | "lengthUnit"
  | "material"
  | "order"
  | "policy"
  | "product"
  | "seller"
  | "sender"
  | "terms"
  | "ticket"
  | "tracking"
  | "vat";

/** Numbers that an input can state: amounts, a percentage, lengths, a weight in kilograms, and years. */
export type GivenNumber =
  | "depth"
  | "discount"
  | "height"
  | "price"
  | "shipping"
  | "subtotal"
  | "tax"
  | "taxRate"
  | "total"
  | "weight"
  | "width"
  | "years";

/** A line of an order or an invoice, with the price of one item. */
export type GivenLine = {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
};

/** The values that an input states, such as those of an invoice. */
export type GivenValues = {
  /** The lines of an order or an invoice; none if it states no amounts. */
  readonly lines: readonly GivenLine[];
  /** A string that the input states; undefined if it doesn't. */
  text(what: GivenText): string | undefined;
  /** A number that the input states; undefined if it doesn't. */
  number(what: GivenNumber): number | undefined;
  /** The next of the lines, in a circle; undefined if there are none. */
  nextLine(): GivenLine | undefined;
};
