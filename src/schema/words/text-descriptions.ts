import { FULL_NAME, type Recipe } from "./recipe.ts";

/** Notations that descriptions mention by name, which take precedence over the property's name. */
export const NOTATIONS: readonly (readonly [RegExp, Recipe])[] = [
  [/\bISO[ -]?639\b/i, "{languageCodes}"],
  [
    /\bISO[ -]?3166\b.*\balpha[- ]?3\b|\balpha[- ]?3\b.*\bcountry\b|\b(?:three|3)[- ]letter country\b/i,
    "{@country-alpha3}",
  ],
  [/\bISO[ -]?3166\b|\balpha[- ]?2\b|\b(?:two|2)[- ]letter country\b/i, "{countryCodes}"],
  [/\bISO[ -]?4217\b/i, "{currencies}"],
  [/\b(?:UUID|GUID)\b/i, "{@uuid}"],
  [/\bISO[ -]?8601[ -](?:time )?(?:duration|period)\b/i, "{@duration}"],
  [/\bE\.?164\b/, "{@e164}"],
  [
    /\b(?:YYYY-MM-DD|JJJJ-MM-TT|AAAA-MM-(?:DD|JJ|GG))\b(?!T| ?HH)|\bISO[ -]?8601 date\b(?!.?time)/i,
    "{2023..2025}",
  ],
  [/\b(?:YYYY|JJJJ|AAAA)-MM\b(?!-)/i, "{2023-2025}-{01-12}"],
  [/\b(?:DD|TT)\.MM\.(?:YYYY|JJJJ)\b/i, "{01-28}.{01-12}.{2023-2025}"],
  [/\b(?:DD|JJ|GG)\/MM\/(?:YYYY|AAAA)\b/i, "{01-28}/{01-12}/{2023-2025}"],
  [/\bMM\/DD\/YYYY\b/i, "{01-12}/{01-28}/{2023-2025}"],
  [/\bISO[ -]?8601\b|\bRFC ?3339\b|\bYYYY-MM-DD(?:T| )HH:MM/i, "{2023..2025}T{clock}Z"],
  [/\bHH:MM:SS\b/i, "{clock}"],
  [/\bHH:MM\b/i, "{08-20}:{00-59}"],
];

/** How descriptions start. */
export const OPENINGS: readonly (readonly [RegExp, Recipe])[] = [
  [
    /^(?:an? |the )?(?:\S+ ){0,2}(?:summary|description|explanation|overview|analysis|sentences?|paragraphs?|text|message|content)\b/i,
    "{sentences+}",
  ],
  [
    /^(?:an? |the )?(?:\S+ )?(?:reasons?|reasoning|rationale|justification|evidence|why)\b/i,
    "{reasons+}",
  ],
  [
    /^(?:an? |the )?(?:\S+ )?(?:recommend\w*|suggest\w*|actions?|steps?|instructions?|advice|tasks?)\b/i,
    "{steps}",
  ],
];

/** Phrases in descriptions, with the recipe that each suggests; the first match applies. */
export const TEXT_DESCRIPTIONS: readonly (readonly [RegExp, Recipe])[] = [
  [/\blanguage code\b/i, "{languageCodes}"],
  [/\bcountry code\b/i, "{countryCodes}"],
  [/\bcurrency code\b/i, "{currencies}"],
  [/\be-?mail\b/i, "{emails}"],
  [/\bISBN\b/i, "{isbns}"],
  [/\bIBAN\b/i, "{ibans}"],
  [/\bhex(?:adecimal)?\b.*\bcolou?r\b|\bcolou?r\b.*\bhex/i, "#{xxxxxx}"],
  [/\btimestamp\b|\bdate-?time\b|\bdate and time\b/i, "{2023..2025}T{clock}Z"],
  [/\btime ?zone\b/i, "{timezones}"],
  [/\bMIME\b/i, "{mimeTypes}"],
  [
    /\b(?:image|photo|picture|avatar|logo)\b.*\bUR[IL]\b|\bUR[IL]\b.*\b(?:image|photo|picture|avatar|logo)\b/i,
    "https://example.com/images/{words}-{words}.jpg",
  ],
  [/\b(?:url|uri|hyperlink|link|web ?site|web address)\b/i, "https://example.com/{words}/{words}"],
  [/\bfile ?names?\b/i, "{words}-{words}.{extensions}"],
  [/\bpath\b/i, "/{words}/{words}.{extensions}"],
  [/\bIP address\b/i, "{11-223}.{0-255}.{0-255}.{1-254}"],
  [/\b(?:tele)?phone\b/i, "+1-{202-989}-555-01{##}"],
  [/\b(?:postal|zip) ?code\b/i, "{##}{###}"],
  [
    /\b(?:street|mailing|postal|full|home|billing|shipping) address\b/i,
    "{1-240} {streets}, {cities}",
  ],
  [/\bdate\b|\bday on which\b/i, "{2023..2025}"],
  [/\bfirst name\b|\bgiven name\b/i, "{firstNames}"],
  [/\blast name\b|\bsurname\b|\bfamily name\b/i, "{lastNames}"],
  [
    /\bname of the (?:person|author|customer|user|speaker|employee|owner|patient|candidate)\b|\b(?:person|customer|author|user|employee|patient|candidate)(?:'s|’s)? (?:full )?name\b|\bwho\b/i,
    FULL_NAME,
  ],
  [/\bcompany\b|\borgani[sz]ation\b|\bemployer\b|\bvendor\b|\bmanufacturer\b/i, "{firms}"],
  [/\bproduct\b/i, "{products}"],
  [/\bjob title\b|\boccupation\b|\bprofession\b/i, "{jobs}"],
  [/\bcity\b|\btown\b/i, "{cities}"],
  [/\bcountry\b/i, "{countries}"],
  [/\bcurrency\b/i, "{currencies}"],
  [/\bsentiment\b/i, "{sentiments}"],
  [/\bkeywords?\b|\btags?\b/i, "{keywords}"],
  [/\btopics?\b|\bthemes?\b/i, "{topics}"],
  [/\blanguage\b/i, "{languages}"],
  [/\bcategor(?:y|ies)\b|\bclassification\b/i, "{categories}"],
  [/\bquestion\b/i, "{questions}"],
  [/\btitle\b|\bheadline\b/i, "{titles}"],
  [
    /\b(?:explanation|summary|sentences?|paragraph|description of|detailed|describ\w+)\b/i,
    "{sentences+}",
  ],
  [/\breason\b|\bwhy\b/i, "{reasons+}"],
  [/\bidentifier\b|\bid\b/i, "{xxxxxxxx}"],
  [/\bname\b/i, "{names}"],
];
