import { type Language, wordsIn } from "./language.ts";
import { SPANISH_SENTENCES } from "./sentences/spanish-sentences.ts";

/** Spanish. */
export const SPANISH: Language = {
  code: "es",
  commonWords: wordsIn(`
    el la los las un una unos unas de del y es son era no yo tú él ella nosotros ellos mi mis tu tus su sus nuestro nuestra este
    esta estos estas ese esa eso esto que qué quien quién cual cuál cuando cuándo cómo como dónde donde por porque para con sin
    sobre entre hasta desde hacia pero o si sí más menos muy también ya todavía siempre nunca ser estar está están ha he han hay
    fue fueron tiene tengo tienen puede puedo debe quiero quisiera gracias hola al en se me te le lo les nos todo todos toda
    todas nada algo alguien otro otra cuánto cuánta cuántos cuántas
  `),
  stopWords: new Set(
    wordsIn(`
      el la los las un una unos unas de del y es son era no yo tú él ella nosotros ellos mi mis tu tus su sus nuestro nuestra este
      esta estos estas ese esa eso esto que qué quien quién cual cuál cuando cuándo cómo como dónde donde por porque para con sin
      sobre entre hasta desde hacia pero o si sí más menos muy también ya todavía siempre nunca ser estar está están ha he han hay
      fue fueron tiene tengo tienen puede puedo debe quiero quisiera gracias hola al en se me te le lo les nos todo todos toda
      todas nada algo alguien otro otra resume resumir explica explicar escribe traduce texto siguiente favor dime
      cuáles cuánto cuánta cuántos cuántas dame organiza calcula
    `),
  ),
  ...SPANISH_SENTENCES,
};
