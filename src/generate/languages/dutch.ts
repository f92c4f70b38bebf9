import { type Language, wordsIn } from "./language.ts";
import { DUTCH_SENTENCES } from "./sentences/dutch-sentences.ts";

/** Dutch. */
export const DUTCH: Language = {
  code: "nl",
  commonWords: wordsIn(`
    de het een en is zijn was waren niet ik jij je hij zij ze wij we jullie u mijn jouw uw haar ons onze hun dit dat deze die
    wat wie waar wanneer hoe waarom welke met van voor op in aan uit bij naar over onder tussen door tegen zonder om als ook
    maar of dan toch nog al alleen zeer heel erg er te worden wordt werd heeft heb hebben had kan kunnen moet moeten zou zouden
    wil graag bedankt hallo geen meer altijd nooit hier daar omdat want sinds tot niets iets alle alles veel hoeveel keer
  `),
  stopWords: new Set(
    wordsIn(`
      de het een en is zijn was waren niet ik jij je hij zij ze wij we jullie u mijn jouw uw haar ons onze hun dit dat deze die
      wat wie waar wanneer hoe waarom welke met van voor op in aan uit bij naar over onder tussen door tegen zonder om als ook
      maar of dan toch nog al alleen zeer heel erg er te worden wordt werd heeft heb hebben had kan kunnen moet moeten zou zouden
      wil graag bedankt hallo geen meer altijd nooit hier daar omdat want sinds tot niets iets alle alles veel samen vat samenvatten
      samenvatting leg schrijf vertaal tekst volgende alsjeblieft alstublieft geef uitleg
      hoeveel maak bereken
    `),
  ),
  ...DUTCH_SENTENCES,
};
