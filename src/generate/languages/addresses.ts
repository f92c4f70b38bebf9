import type { Rng } from "../../core/rng.ts";

/** Streets, towns, and the form of an address and of a tax number, in a language other than English. */
type Addresses = {
  readonly streets: readonly string[];
  readonly towns: readonly string[];
  /** With gaps for a street, a number, and a town. */
  readonly form: string;
  /** Each `#` is a digit. */
  readonly vat: string;
};

function addresses(streets: string, towns: string, forms: readonly [string, string]): Addresses {
  const [form, vat] = forms;
  return { streets: streets.split("|"), towns: towns.split("|"), form, vat };
}

const ADDRESSES: { readonly [language: string]: Addresses } = {
  de: addresses(
    "Hauptstraße|Bahnhofstraße|Gartenweg|Schillerstraße|Lindenallee|Kirchgasse|Bergstraße|Marktplatz",
    "10115 Berlin|20095 Hamburg|80331 München|50667 Köln|70173 Stuttgart|04109 Leipzig|90402 Nürnberg",
    ["{s} {n}, {t}", "DE#########"],
  ),
  fr: addresses(
    "rue de la République|avenue Victor-Hugo|rue du Moulin|boulevard Gambetta|rue Pasteur|place du Marché",
    "75011 Paris|69002 Lyon|13001 Marseille|31000 Toulouse|44000 Nantes|33000 Bordeaux",
    ["{n} {s}, {t}", "FR###########"],
  ),
  es: addresses(
    "Calle Mayor|Calle de Alcalá|Avenida de la Constitución|Calle Real|Paseo del Prado|Calle San Juan",
    "28013 Madrid|08002 Barcelona|46001 Valencia|41004 Sevilla|50001 Zaragoza|29015 Málaga",
    ["{s} {n}, {t}", "ESB########"],
  ),
  it: addresses(
    "Via Roma|Via Garibaldi|Corso Italia|Via Mazzini|Via Dante|Piazza Cavour",
    "00184 Roma|20121 Milano|10121 Torino|80133 Napoli|40121 Bologna|50122 Firenze",
    ["{s} {n}, {t}", "IT###########"],
  ),
  pt: addresses(
    "Rua Augusta|Rua do Carmo|Avenida da Liberdade|Rua de Santa Catarina|Rua das Flores",
    "1200-092 Lisboa|4000-442 Porto|3000-033 Coimbra|4700-035 Braga|8000-076 Faro",
    ["{s} {n}, {t}", "PT#########"],
  ),
  nl: addresses(
    "Kerkstraat|Dorpsstraat|Stationsweg|Molenweg|Schoolstraat|Prinsengracht",
    "1012 AB Amsterdam|3011 CD Rotterdam|3511 EE Utrecht|5611 GH Eindhoven|9711 KL Groningen",
    ["{s} {n}, {t}", "NL#########B01"],
  ),
  ja: addresses(
    "本町|中央|栄町|緑町|新町|寿町",
    "東京都新宿区|東京都渋谷区|東京都港区|大阪府大阪市北区|愛知県名古屋市中区|福岡県福岡市博多区",
    ["{t}{s}{n}-{n}", "T#############"],
  ),
  zh: addresses(
    "中山路|人民路|解放路|建设路|和平路|长江路",
    "北京市朝阳区|上海市浦东新区|广州市天河区|深圳市南山区|杭州市西湖区|成都市武侯区",
    ["{t}{s}{n}号", "9111###########X"],
  ),
  ko: addresses(
    "세종대로|테헤란로|중앙로|강남대로|을지로|평화로",
    "서울특별시 중구|서울특별시 강남구|부산광역시 해운대구|대구광역시 중구|인천광역시 남동구",
    ["{t} {s} {n}", "###-##-#####"],
  ),
};

const MOST_HOUSES = 98;
const DIGITS = 10;

/** An invented address that fits a language; undefined for English and other languages. */
export function inventedAddress(language: string, rng: Rng): string | undefined {
  const known = Object.hasOwn(ADDRESSES, language) ? ADDRESSES[language] : undefined;
  return known?.form
    .replace("{s}", rng.pick(known.streets))
    .replace("{t}", rng.pick(known.towns))
    .replaceAll("{n}", () => String(1 + rng.below(MOST_HOUSES)));
}

/** An invented tax number that fits a language; undefined for English and other languages. */
export function inventedTaxNumber(language: string, rng: Rng): string | undefined {
  const known = Object.hasOwn(ADDRESSES, language) ? ADDRESSES[language] : undefined;
  return known?.vat.replace(/#/g, () => String(rng.below(DIGITS)));
}
