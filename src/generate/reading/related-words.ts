/** Words of labels, and the beginnings of words that texts about them contain. */
const TABLE: { readonly [label: string]: string } = {
  account: "account|login|log in|sign in|password|profile|konto|compte|cuenta",
  billing:
    "bill|invoice|charge|payment|rechnung|abbuch|facture|factura|fattura|請求|支払|返金|账单|付款|退款|결제|환불",
  bug: "bug|error|crash|broken|fails|fehler|kaputt|erreur",
  cancel: "cancel|unsubscribe|kündig|stornier|résili|annul|cancela",
  complaint: "complain|unacceptable|disappoint|angry|beschwer|enttäusch|déçu|queja",
  critical: "urgent|asap|immediately|emergency|critical|outage|dringend|sofort|urgence|urgente",
  damage: "damag|broken|scratch|crush|dent|beschädigt|kaputt|endommagé|dañad",
  delivery:
    "deliver|parcel|package|courier|arriv|shipment|shipped|liefer|paket|zustell|livr|colis|entrega|envío|paquete|consegna|pacco|bezorg|pakket|geliefert|zugestellt|bestellung|配送|届|荷物|发货|快递|包裹|배송|택배",
  design: "design|color|colo|stylish|ugly|looks good|looks great|beautiful|farbe|couleur",
  feature: "feature|would be great if|please add|wish|funktion",
  feedback: "feedback|suggest|review",
  finance: "bank|invest|stock|market|profit|revenue|inflation|aktie|bourse",
  food: "food|meal|restaurant|taste|delicious|recipe|essen|repas|comida",
  health: "health|doctor|hospital|patient|disease|medical|gesund|arzt|santé|salud",
  politics: "president|election|parliament|government|minister|policy|wahl|regierung|gouvernement",
  price:
    "価格|値段|价格|가격|price|cheap|expensive|cost|value for|money|preis|teuer|günstig|billig|prix|cher|precio|caro|prezzo",
  quality:
    "quality|sturdy|durable|solid|fault|broke|stopped working|works|wonderful|scratch|qualität|defekt|kaputt|qualité|calidad|qualità|品質|质量|품질",
  refund:
    "refund|money back|reimburs|rückerstatt|geld zurück|rembours|reembols|rimborso|dinero de vuelta",
  return: "return|send back|exchange|retoure|zurücksend|zurückgeschickt|retour|devolv|devoluci",
  sales: "buy|purchase|quote|pricing|discount|kaufen|angebot|acheter|comprar",
  security: "security|hack|phish|breach|vulnerab|sicherheit",
  service: "service|support|staff|helpdesk|bedien|personal|mitarbeiter|servicio|servizio",
  shipping:
    "ship|deliver|parcel|package|courier|versand|liefer|paket|livraison|colis|envío|spedizione|geliefert|zugestellt|bestellung|配送|届|荷物|发货|快递|包裹|배송|택배",
  spam: "free money|winner|you won|click here|lottery|prize|act now|viagra|bitcoin|gewonnen",
  sport: "match|team|goal|league|player|championship|score|spiel|mannschaft|équipe|partido",
  support: "support|help|agent|customer service|helpdesk|answered|refund|hilfe|aide|ayuda|soporte",
  technical:
    "error|crash|bug|broken|not work|stopped working|doesn't work|install|app|website|fehler|funktioniert nicht|schleudert nicht|startet nicht|panne|fallo|故障|壊れ|エラー|动かない|坏了|오류|고장",
  technology: "software|app|computer|phone|ai|device|internet|digital",
  travel: "travel|flight|hotel|trip|airport|reise|flug|voyage|viaje",
  urgent: "urgent|asap|immediately|emergency|right away|dringend|sofort|urgence|urgente",
};

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLE).map(([label, words]) => [label, words.split("|")]),
);

/** The beginnings of words that show that an input is about a label's word. */
export function wordsFor(label: string): readonly string[] {
  return WORDS.get(label) ?? [stemOf(label)];
}

const SHORTEST_STEM = 4;
const ENDING = 2;

/** The beginning that most forms of an English word share. */
function stemOf(word: string): string {
  return word.slice(0, Math.max(SHORTEST_STEM, word.length - ENDING));
}
