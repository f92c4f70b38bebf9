import type { MentionKind } from "../lexicon/subject.ts";

/** Things that an input mentions in a form of their own; `sign` is what all of them contain. */
export const MENTION_PATTERNS: readonly {
  readonly of: MentionKind;
  readonly sign: RegExp;
  readonly pattern: RegExp;
}[] = [
  { of: "email", sign: /@/, pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu },
  {
    of: "url",
    sign: /:\/\/|www\./,
    pattern: /\bhttps?:\/\/[^\s<>"'）)\]]*[^\s<>"'）)\].,;:!?]|\bwww\.[\w-]+(?:\.[\w-]+)+/gu,
  },
  {
    of: "date",
    sign: /\d/,
    pattern:
      /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b|\b\d{1,2}\.? (?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|de enero|de febrero|de marzo|de abril|de mayo|de junio|de julio|de agosto|de septiembre|de octubre|de noviembre|de diciembre)(?: (?:de )?\d{4})?(?!\p{L})|\d{1,2}月\d{1,2}日/gu,
  },
  {
    of: "money",
    sign: /[$€£¥￥円元원]|\d/,
    pattern:
      /[$€£¥￥] ?\d(?:[\d.,]*\d)?(?: (?:thousand|million|billion|trillion)\b|(?:bn|[kKmM])\b)?|\b\d[\d.,]*(?:\d)? ?(?:(?:million|billion|Millionen|Milliarden|Mio\.|Mrd\.|milliards?|millones|milioni|milhões|miljoen)(?: d['’]| de | di | )?)?(?:€|£|USD|EUR|GBP|CHF|JPY|[Dd]ollars?|[Ee]uros?|pounds?|yen)(?!\p{L})|\d[\d,.]*[万億兆亿만억]?(?:円|元|원|ドル|ユーロ)/gu,
  },
  {
    of: "phone",
    sign: /\d{2}/,
    pattern: /(?<![\w.,-])(?!\d{4}-\d\d-\d\d)\+?\d[\d ()/-]{7,17}\d(?!\w|[.,-]\d)/gu,
  },
];

/** Last words of the names of organizations. */
export const ORGANIZATION_ENDINGS: ReadonlySet<string> = new Set(
  "Inc Ltd LLC Corp Corporation Company GmbH AG SE KG SA SAS SARL SpA BV plc PLC Group Holdings Bank University Institute Airlines Airways Foundation Association Agency Ministry Hospital Supplies Stores Labs Technologies Systems Solutions Partners Industries Motors Electronics Pharmaceuticals Universität Klinik Clinic School College Club Union Commission Council Museum Services Service IT-Service Consulting Software Media Logistics Corp. Inc. Ltd. Co.".split(
    " ",
  ),
);

/** First words of the names of organizations with several words. */
export const ORGANIZATION_STARTS: ReadonlySet<string> = new Set(
  "University Bank Institute Ministry Department House Bureau Museum Café Cafe Hotel Restaurant Bäckerei Schreinerei Autohaus Praxis Kanzlei Stadtwerke Deutsche Université Banque Banco Universidad FC SV SC AC AS TU Universität Hochschule Borussia".split(
    " ",
  ),
);

/** Last words of names of streets, spacecraft, kings, and products. Names of people don't end like this. */
export const NO_NAME_ENDINGS: ReadonlySet<string> = new Set(
  "Street St Lane Road Avenue Ave Drive Square Boulevard Blvd Court II III IV VI VII VIII IX XI XII Pro Max Plus Mini Edition Series River Lake Mountain Ocean Sea Island Park Airport Station Bridge Prize Award Cup Day War Act Law Code Mode Team Center Centre".split(
    " ",
  ),
);

/** Companies and organizations that texts often mention. */
export const ORGANIZATIONS: ReadonlySet<string> = new Set(
  "Airbus|Adobe|Amazon|AMD|Apple|AT&T|BBC|BMW|Boeing|Bosch|CNN|Coca-Cola|DHL|Disney|eBay|Facebook|FBI|FedEx|Ford|Goldman Sachs|Google|Hermes|HP|IBM|IKEA|Intel|Lufthansa|Mercedes|Meta|Microsoft|Morgan Stanley|NASA|Netflix|Nike|Nintendo|Nokia|Nvidia|NVIDIA|OpenAI|Oracle|PayPal|Pfizer|Philips|Reuters|Samsung|SAP|Siemens|Sony|SpaceX|Spotify|Starbucks|Tesla|Toyota|Twitter|Uber|UNESCO|UNICEF|UPS|Volkswagen|Walmart|WHO|YouTube|Zalando|Zoom".split(
    "|",
  ),
);

/** Words before a person's name. */
export const BEFORE_PERSON: RegExp =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Herr|Herrn|Frau|Monsieur|Madame|M|Mme|Señora?|Sr|Sra|Signora?|Dhr|Mevr)\.?|\b(?:my name is|I am|I'm|named|called|mein Name ist|ich heiße|je m'appelle|me llamo|mi chiamo|regards,|Regards,|Thanks,|Sincerely,|Dear|Hi|Hello|Hallo|Bonjour|Hola|CEO|President|Chancellor))\s+$/;

/** Words before a place's name. */
export const BEFORE_PLACE: RegExp =
  /(?:^|\s)(?:in|from|to|near|at|via|visit|visiting|aus|nach|bei|à|en|de|desde|hasta|da|em|naar|uit|te)\s+$/;

/** Capitalized words that are not names. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  "Sir Madam Team Support I I'm I've I'd I'll A An The This That These Those It It's Its We We're We've You Your They Their He She His Her My Our And But Or So If When Where While What Which Who Why How Is Are Was Were Do Does Did Can Could Would Should Will Not No Yes Please Thanks Thank Dear Hello Hi Hey Best Regards Sincerely Mr Mrs Ms Dr Prof Also Then There Here After Before Since For From In On At By With Without To Of As Both All Some Any Each Every One Two Three First Second Last Next Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December English German French Spanish Italian Portuguese Dutch Japanese Chinese Korean Internet Web USB WiFi PDF SSL VPN RGB LED HD UHD AI EUR USD GBP CHF JPY YES NO ASAP FYI Project Union Square Reply Total Date Invoice Receipt Order OK FAQ TV PC CPU GPU API URL SQL HTML CSS PHP JSON XML CSV SEO ERP CRM AWS HDMI GPS MBA BSc MSc BWL VWL Die Der Das Ein Eine".split(
    " ",
  ),
);

/** Places in Japanese, Chinese, and Korean: well-known ones, and names with the kind of place. */
export const EAST_ASIAN_PLACE: RegExp =
  /(?:東京|大阪|京都|札幌|福岡|名古屋|横浜|神戸|仙台|広島|奈良|長崎|沖縄|北海道|日本|北京|上海|广州|深圳|杭州|成都|南京|武汉|香港|台湾|台北|中国|서울|부산|인천|대구|대전|광주|제주|한국|アメリカ|イギリス|フランス|ドイツ|ニューヨーク|ロンドン|パリ|ベルリン)(?:都|府|県|市|省|시|도)?|[\p{Script=Han}]{2,3}(?<!大|都)(?:県|市)(?=[にでをのへからまと、。在的，])/gu;

/** Common first names, besides those of the pools. */
export const FIRST_NAMES: readonly string[] =
  "Ada Adam Alan Alex Alice Amit Amy Ana Andrea Andreas Andrew Angela Anja Anna Anne Antonio Barack Bob Bernd Carlos Carmen Caroline Charles Chiara Chloe Chris Christian Christine Claire Claudia Clara Daniel David Diego Dirk Elena Eli Elon Emily Emma Eric Eva Felix Fiona Francesca Franz Fritz George Giulia Giovanni Greta Hannah Hans Harry Heike Helen Henry Hiroshi Ines Irene Isabel Jack Jacques James Jan Jane Jeff Jennifer Jens Jessica Jim Joe Johan John Jonas Jorge Jose José João Juan Julia Jürgen Karen Karl Kate Katrin Kenji Kevin Klaus Lars Laura Lea Lena Leon Lisa Louis Luca Lucas Luis Luise Lukas Manuel Marco Maria María Marie Mario Ending Markus Marta Martin Mary Matteo Max Maya Mia Michael Miguel Mike Mohamed Monika Nadia Nicolas Nina Noah Oliver Olivia Olaf Pablo Paolo Patrick Paul Paula Pedro Peter Petra Philip Pierre Priya Rachel Raj Ralf Rebecca Richard Robert Rosa Sabine Sam Sandra Sara Sarah Satya Sebastian Silvia Simon Sofia Sofía Sophie Stefan Stephanie Steve Sundar Susan Sven Thomas Tim Tina Tobias Tom Ulrich Ursula Uwe Viktor Walter Wei William Wolfgang Yuki Yusuf Zoe".split(
    " ",
  );

/** Common names of places, besides those of the pools. */
export const MORE_PLACES: readonly string[] =
  "Africa|Antwerp|Asia|Bavaria|Beijing|Bern|Bologna|Bonn|Bordeaux|Brazil|Britain|California|Cologne|Deutschland|Dortmund|Dresden|Düsseldorf|England|España|Europe|Europa|Florence|Florida|Frankfurt|Germany|Graz|Hanover|Hannover|Hong Kong|Houston|Italia|Kiev|Köln|Kyiv|Leipzig|Los Angeles|Marseille|Miami|Moscow|München|Naples|New York|New York City|Nice|Nürnberg|Österreich|Osaka|Paris|Phoenix|Salzburg|San Francisco|São Paulo|Scotland|Schweiz|Sevilla|Shanghai|Stuttgart|Texas|The Hague|Toulouse|Turin|Ukraine|Utrecht|Valencia|Venice|Wales|Washington|Wien|Zürich".split(
    "|",
  );
