import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** Dutch. */
export const DUTCH: Language = {
  code: "nl",
  commonWords: wordsIn(`
    de het een en is zijn was waren niet ik jij je hij zij ze wij we jullie u mijn jouw uw haar ons onze hun dit dat deze die
    wat wie waar wanneer hoe waarom welke met van voor op in aan uit bij naar over onder tussen door tegen zonder om als ook
    maar of dan toch nog al alleen zeer heel erg er te worden wordt werd heeft heb hebben had kan kunnen moet moeten zou zouden
    wil graag bedankt hallo geen meer altijd nooit hier daar omdat want sinds tot niets iets alle alles veel
  `),
  stopWords: new Set(
    wordsIn(`
      de het een en is zijn was waren niet ik jij je hij zij ze wij we jullie u mijn jouw uw haar ons onze hun dit dat deze die
      wat wie waar wanneer hoe waarom welke met van voor op in aan uit bij naar over onder tussen door tegen zonder om als ook
      maar of dan toch nog al alleen zeer heel erg er te worden wordt werd heeft heb hebben had kan kunnen moet moeten zou zouden
      wil graag bedankt hallo geen meer altijd nooit hier daar omdat want sinds tot niets iets alle alles veel samen vat samenvatten
      samenvatting leg schrijf vertaal tekst volgende alsjeblieft alstublieft geef uitleg
    `),
  ),
  openings: frames(`
    In de kern gaat het om “{t}” en om wat dat betekent voor “{t}”.
    Kort gezegd draait het om “{t}”, en daarna pas om “{t}”.
    De tekst gaat vooral over “{t}” en noemt ook “{t}”.
    Er zijn twee kanten: “{t}” aan de ene en “{t}” aan de andere kant.
    Wat opvalt is “{t}”, maar ook “{t}” verdient aandacht.
    Samen wijzen “{t}” en “{t}” in dezelfde richting.
    {p} zou het waarschijnlijk zo samenvatten: “{t}”, en weinig meer.
    Wat “{t}” betreft, is het antwoord eerder positief.
    De belangrijkste conclusie is dat “{t}” de kijk op “{t}” verandert.
    Volgens de tekst weegt “{t}” zwaarder dan “{t}”.
    De vraag over “{t}” is duidelijk, die over “{t}” maar ten dele.
    Centraal staat “{t}”, en daaruit volgt “{t}”.
  `),
  continuations: frames(`
    De vermelding van “{t}” vraagt om voorzichtigheid.
    Dat laat ook zien waarom “{t}” en “{t}” bij elkaar horen.
    Daarentegen speelt “{t}” een kleinere rol.
    {p} van {c} zegt iets soortgelijks over “{t}”.
    Wel blijft open hoe “{t}” moet worden begrepen.
    In ongeveer {k}% van de gevallen gaat het om “{t}”.
    De woorden rond “{t}” laten ruimte voor twijfel.
    Niets hiervan sluit “{t}” uit.
    Waar “{t}” onduidelijk is, helpt “{t}” verder.
    Na verloop van tijd wint “{t}” aan gewicht.
    Dat past bij wat {c} over “{t}” meldt.
    Wat voor “{t}” geldt, geldt ook voor “{t}”.
  `),
  advice: frames(`
    Daarom is het goed om “{t}” nog eens na te gaan.
    In de praktijk is het verstandig om met “{t}” te beginnen.
    De volgende stap is om “{t}” met “{t}” te vergelijken.
    Ook “{t}” is iets om in gedachten te houden.
  `),
  questions: frames(`
    Wat betekent “{t}” voor “{t}”?
    Hoe hangt “{t}” samen met “{t}”?
    Welke rol speelt “{t}”?
  `),
  firstSteps: frames(`
    De tekst gaat over “{t}”, dus dat is het begin.
    Eerst wat er over “{t}” wordt gezegd.
    De vraag draait om “{t}”.
  `),
  middleSteps: frames(`
    “{t}” wordt naast “{t}” genoemd, en dat bakent het af.
    Van “{t}” en “{t}” is de eerste lezing waarschijnlijker.
    Niets in de tekst spreekt tegen wat over “{t}” is gezegd.
    Nog één keer “{t}”: het klopt nog steeds.
  `),
  propertySteps: frames(`
    Voor \`{o}\` gaat het vooral om “{t}”.
    De waarde van \`{o}\` moet passen bij “{t}”.
    \`{o}\` volgt uit “{t}”.
  `),
  lastSteps: frames(`
    Daarmee is het duidelijk en kan het antwoord worden geschreven.
    Met “{t}” is er niets meer open.
    Het antwoord volgt uit “{t}”.
  `),
};
