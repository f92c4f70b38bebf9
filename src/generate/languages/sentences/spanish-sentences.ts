import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in Spanish. */
export const SPANISH_SENTENCES: Sentences = {
  openings: frames(`
    Lo principal aquí es «{t}».
    En pocas palabras, se trata de «{t}».
    El texto se centra en «{t}».
    En el fondo, es una cuestión de «{t}».
    El tema clave es «{t}».
    En resumen, todo gira en torno a «{t}».
    El detalle más importante es «{t}».
    Lo primero que llama la atención es «{t}».
    El asunto central es «{t}».
    Empecemos por «{t}», que es lo que aparece con más claridad.
    En conjunto, el foco está en «{t}».
    El mensaje trata sobre todo de «{t}».
    En definitiva, todo conduce a «{t}».
    Lo primero que hay que señalar es «{t}».
    Según el texto, «{t}» es el factor decisivo.
    La respuesta breve depende de «{t}».
    Por lo que se describe, «{t}» es la preocupación principal.
    A juzgar por las palabras, «{t}» tiene prioridad.
    El texto deja clara una cosa: «{t}» importa.
    Todo se reduce a «{t}».
    El detalle decisivo es «{t}».
    La petición se refiere ante todo a «{t}».
    Una lectura atenta lleva a «{t}».
    El texto da el mayor peso a «{t}».
    De todo lo que se menciona, «{t}» es lo más relevante.
    Lo que importa aquí es «{t}».
    Destacan dos temas: «{t}» y «{t}».
    El texto relaciona «{t}» con «{t}».
    El foco está en «{t}» y, en menor medida, en «{t}».
    Se mencionan «{t}» y «{t}», y lo primero pesa más.
    Hay dos partes: «{t}» y «{t}».
    El tema principal es «{t}», seguido de «{t}».
    Existe un vínculo entre «{t}» y «{t}».
    El texto pasa de «{t}» a «{t}».
    La relación entre «{t}» y «{t}» es el centro de la cuestión.
    El punto de partida es «{t}», y «{t}» se deriva de ello.
    En esencia, se trata de «{t}» y de su efecto en «{t}».
    El texto contrapone «{t}» y «{t}».
    Lo mejor es empezar por «{t}» y seguir con «{t}».
    Todo gira en torno a «{t}» y «{t}».
  `),
  continuations: frames(`
    Lo que se dice de «{t}» es claro.
    La forma de expresar «{t}» deja cierto margen de interpretación.
    En cambio, «{t}» tiene un papel menor.
    También muestra por qué «{t}» y «{t}» van juntos.
    La referencia a «{t}» apoya esta lectura.
    Nada en el texto contradice «{t}».
    Dicho esto, «{t}» queda abierto a interpretación.
    El texto menciona «{t}» solo de pasada.
    El dato «{t}» aporta un contexto útil.
    Además, conviene señalar «{t}».
    «{t}» explica buena parte de lo demás.
    El texto no dice mucho más sobre «{t}».
    En comparación con «{t}», «{t}» es secundario.
    Si «{t}» no está claro, «{t}» da una pista mejor.
    «{t}» y «{t}» apuntan en la misma dirección.
    Sin «{t}», el resto sería difícil de explicar.
    Esto coincide con lo que se dice de «{t}».
    Lo mismo vale para «{t}».
    Es fácil subestimar el papel de «{t}».
    El detalle más concreto es «{t}».
    No hay nada que contradiga directamente «{t}».
    Tomado al pie de la letra, «{t}» no necesita explicación.
    La conexión entre «{t}» y «{t}» es plausible.
    Tiene sentido leer «{t}» de este modo.
    La mención de «{t}» probablemente no es casual.
    Quedan algunas preguntas sobre «{t}».
    «{t}» marca el tono del resto.
    Detalles como «{t}» hacen el texto más concreto.
    Esto encaja bien con «{t}».
    «{t}» depende de «{t}» más de lo que parece.
    «{t}» va antes que «{t}», en el texto y en importancia.
    El texto trata «{t}» como un hecho.
    Otro punto es «{t}».
    La elección del término «{t}» es reveladora.
    «{t}» puede leerse de más de una manera.
    Una segunda lectura de «{t}» lo confirma.
    No queda del todo claro cómo se relaciona «{t}» con «{t}».
    La mayor parte del contexto viene de «{t}».
    «{t}» es más que un comentario al margen.
    Así, «{t}» queda como la explicación más probable.
    El énfasis en «{t}» es deliberado.
    En este contexto, «{t}» tiene un sentido preciso.
    Lo mismo puede decirse de «{t}» y «{t}».
    Lo que se dice de «{t}» también importa para «{t}».
    Más allá de eso, «{t}» merece atención.
    Por sí solo, «{t}» no bastaría.
    El tono cambia un poco con «{t}».
    El resto se deduce de «{t}».
  `),
  advice: frames(`
    Como siguiente paso, conviene examinar «{t}» más de cerca.
    Sería útil aclarar primero «{t}».
    Es mejor comprobar «{t}» antes de decidir.
    Conviene empezar por «{t}» y pasar después a «{t}».
    También hay que tener presente «{t}».
    Si es posible, pida más información sobre «{t}».
    Comparar «{t}» con «{t}» ayudaría a aclararlo.
    Habría que ocuparse de «{t}» cuanto antes.
    No hay que pasar por alto «{t}».
    Es recomendable documentar «{t}».
    Confirme «{t}» con quien escribió el mensaje.
    Fije una fecha para revisar «{t}».
  `),
  questions: frames(`
    ¿Qué significa «{t}» para «{t}»?
    ¿Qué relación hay entre «{t}» y «{t}»?
    ¿Qué papel tiene «{t}»?
    ¿Por qué se menciona «{t}»?
    ¿Qué debería pasar ahora con «{t}»?
    ¿Qué más se sabe de «{t}»?
  `),
  replies: frames(`
    Gracias por su mensaje sobre «{t}». Lo revisaremos y le responderemos pronto.
    Gracias por informarnos sobre «{t}». Nuestro equipo ya lo está revisando.
    Agradecemos sus comentarios sobre «{t}» y los hemos enviado al departamento correspondiente.
    Gracias por escribirnos sobre «{t}». ¿Podría darnos algunos detalles más?
    Hemos recibido su mensaje sobre «{t}» y le responderemos en un día laborable.
    Gracias por su mensaje sobre «{t}». Avísenos si podemos ayudarle en algo más.
  `),
  firstSteps: frames(`
    El texto trata de «{t}», así que empiezo por ahí.
    Primero, veamos qué se dice de «{t}».
    La pregunta gira en torno a «{t}».
    Parto del detalle más concreto: «{t}».
    ¿Qué se pide? Se trata de «{t}».
  `),
  middleSteps: frames(`
    «{t}» se menciona junto a «{t}», lo que acota el sentido.
    Entre «{t}» y «{t}», lo primero pesa más.
    Nada en el texto contradice lo dicho sobre «{t}».
    «{t}» apoya la misma conclusión.
    Una última comprobación de «{t}»: se mantiene.
    «{t}» podría leerse de otro modo, pero el contexto es claro.
    El resto añade «{t}», lo que cambia poco.
  `),
  propertySteps: frames(`
    Para \`{o}\`, la parte relevante es «{t}».
    El valor de \`{o}\` debe concordar con «{t}».
    \`{o}\` se deduce de «{t}».
    Para completar \`{o}\`, miro «{t}».
  `),
  lastSteps: frames(`
    Con esto queda resuelto y se puede escribir la respuesta.
    Con «{t}» no queda nada pendiente.
    La respuesta se deduce de «{t}».
    Todo concuerda, así que esta es la respuesta.
  `),
};
