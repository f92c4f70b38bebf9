import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** Spanish. */
export const SPANISH: Language = {
  code: "es",
  commonWords: wordsIn(`
    el la los las un una unos unas de del y es son era no yo tú él ella nosotros ellos mi mis tu tus su sus nuestro nuestra este
    esta estos estas ese esa eso esto que qué quien quién cual cuál cuando cuándo cómo como dónde donde por porque para con sin
    sobre entre hasta desde hacia pero o si sí más menos muy también ya todavía siempre nunca ser estar está están ha he han hay
    fue fueron tiene tengo tienen puede puedo debe quiero quisiera gracias hola al en se me te le lo les nos todo todos toda
    todas nada algo alguien otro otra
  `),
  stopWords: new Set(
    wordsIn(`
      el la los las un una unos unas de del y es son era no yo tú él ella nosotros ellos mi mis tu tus su sus nuestro nuestra este
      esta estos estas ese esa eso esto que qué quien quién cual cuál cuando cuándo cómo como dónde donde por porque para con sin
      sobre entre hasta desde hacia pero o si sí más menos muy también ya todavía siempre nunca ser estar está están ha he han hay
      fue fueron tiene tengo tienen puede puedo debe quiero quisiera gracias hola al en se me te le lo les nos todo todos toda
      todas nada algo alguien otro otra resume resumir explica explicar escribe traduce texto siguiente favor dime
    `),
  ),
  openings: frames(`
    Lo esencial se resume en «{t}» y en «{t}».
    En pocas palabras, todo depende de «{t}» y, después, de «{t}».
    El texto trata sobre todo de «{t}» y menciona también «{t}».
    Hay dos aspectos: «{t}» por un lado y «{t}» por el otro.
    Destaca «{t}», aunque «{t}» también merece atención.
    En conjunto, «{t}» y «{t}» apuntan en la misma dirección.
    {p} lo resumiría así: «{t}», y poco más.
    En cuanto a «{t}», la respuesta es más bien positiva.
    La conclusión principal es que «{t}» cambia la lectura de «{t}».
    Según el texto, «{t}» importa más que «{t}».
    La cuestión de «{t}» está clara; la de «{t}», solo en parte.
    En el centro está «{t}», y de ahí se sigue «{t}».
  `),
  continuations: frames(`
    La mención de «{t}» aconseja prudencia.
    Esto muestra también por qué «{t}» y «{t}» van unidos.
    En cambio, «{t}» tiene un papel menor.
    {p}, de {c}, hace una observación parecida sobre «{t}».
    Dicho esto, «{t}» sigue abierto a interpretación.
    Alrededor del {k} % de los casos tienen que ver con «{t}».
    La redacción en torno a «{t}» deja lugar a dudas.
    Nada de esto descarta «{t}».
    Donde «{t}» no queda claro, «{t}» da una pista mejor.
    Con el tiempo, «{t}» gana peso.
    Coincide con lo que {c} informa sobre «{t}».
    Lo que vale para «{t}» vale también para «{t}».
  `),
  advice: frames(`
    Por eso conviene revisar «{t}».
    En la práctica, lo mejor es empezar por «{t}».
    El siguiente paso es comparar «{t}» con «{t}».
    También hay que tener en cuenta «{t}».
  `),
  questions: frames(`
    ¿Qué significa «{t}» para «{t}»?
    ¿Qué relación hay entre «{t}» y «{t}»?
    ¿Qué papel tiene «{t}»?
  `),
  firstSteps: frames(`
    El texto trata de «{t}», así que ese es el punto de partida.
    Primero, veamos qué se dice de «{t}».
    La pregunta gira en torno a «{t}».
  `),
  middleSteps: frames(`
    «{t}» aparece junto a «{t}», lo que acota el sentido.
    Entre «{t}» y «{t}», la primera lectura es la más probable.
    Nada en el texto contradice lo dicho sobre «{t}».
    Una última comprobación de «{t}»: se mantiene.
  `),
  propertySteps: frames(`
    Para \`{o}\`, la parte relevante es «{t}».
    El valor de \`{o}\` tiene que concordar con «{t}».
    \`{o}\` se deduce de «{t}».
  `),
  lastSteps: frames(`
    Con esto queda claro, y la respuesta se puede escribir.
    Con «{t}» no queda nada pendiente.
    La respuesta se deduce de «{t}».
  `),
};
