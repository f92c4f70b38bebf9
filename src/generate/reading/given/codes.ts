/** What codes are called, such as the number of an order. */
const LABELS = {
  invoice:
    "invoice|inv\\.?|bill|receipt|rechnung|rechnungsnummer|facture|factura|fattura|fatura|factuur|請求書番号|請求書|发票号?|송장",
  order:
    "order|purchase order|PO|booking|reservation|bestellung|bestellnummer|auftrag|buchung|commande|pedido|ordine|encomenda|bestelling|注文番号|注文|订单号?|주문번호|주문",
  tracking:
    "tracking|shipment|consignment|parcel|sendungsnummer|sendung|paketnummer|suivi|seguimiento|追跡番号|送り状番号|运单号?|송장번호",
  ticket: "ticket|case|incident|request|claim|vorgang|fall|dossier|caso|問い合わせ番号|工单号?",
  customer: "customer|client|member|kundennummer|kunden-?nr|cliente|顧客番号|会员号?|고객번호",
  account: "account|acct\\.?|konto|kontonummer|compte|cuenta|口座番号|账号|계좌번호",
  policy:
    "policy|contract|police|vertrag|vertragsnummer|contrat|contrato|contratto|契約番号|合同号?",
  product:
    "SKU|article|item|part|art\\.?-?nr\\.?|artikelnummer|artikel|référence|referencia|品番|型番|货号",
  flight: "flight|flug|vol|vuelo|volo|便名|航班",
  vat: "VAT(?: ID| number| no\\.?| reg(?:istration)?)?|USt-?Id(?:Nr)?\\.?|TVA|IVA|P\\. ?IVA|NIF|tax id",
} as const;

/** Kinds of codes. */
export type CodeKind = keyof typeof LABELS;

const NUMBER_SIGN =
  "(?:'s)? ?(?:numbers?|no\\.?|nr\\.?|nummer|num\\.?|id|code|numéro|n°|nº|número|numero|番号|号码|번호)?";
/**
 * Capital letters and digits; the expressions also match small letters. The first digit is near the start: otherwise, each of many
 * labels would search the rest of a long input.
 */
const CODE = "((?=[A-Z/_.-]{0,40}\\d)[A-Z\\d](?:[A-Z\\d]|[-/_.](?=[A-Z\\d]))*)";
const BETWEEN = " ?(?:is|are|ist|lautet|est|es|は|が|是|:|：|#|No\\.|Nr\\.)? ?#?";

const PATTERNS = Object.fromEntries(
  Object.entries(LABELS).map(([kind, names]) => [
    kind,
    new RegExp(`(?<!\\p{L})(?:${names})${NUMBER_SIGN}${BETWEEN}${CODE}`, "giu"),
  ]),
) as { readonly [kind in CodeKind]: RegExp };

const SHORTEST = 3;
/** A date, a year, a time, or an ordinal. */
const NOT_A_CODE: RegExp =
  /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:19|20)\d\d|\d{1,2}[.:]\d\d)$/;

const MAYBE: RegExp = /\d{4}|[A-Za-z]-?\d|\d-\d|# ?\d/;

/** The code of a kind that an input states. */
export function statedCode(text: string, kind: CodeKind): string | undefined {
  if (!MAYBE.test(text)) return undefined;
  for (const [, code = ""] of text.matchAll(PATTERNS[kind]))
    if (code.length >= SHORTEST && !NOT_A_CODE.test(code)) return code;
  return undefined;
}
