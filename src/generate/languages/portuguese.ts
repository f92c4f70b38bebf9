import { type Language, wordsIn } from "./language.ts";
import { PORTUGUESE_SENTENCES } from "./sentences/portuguese-sentences.ts";

/** Portuguese. */
export const PORTUGUESE: Language = {
  code: "pt",
  commonWords: wordsIn(`
    o a os as um uma uns umas de do da dos das e é são era não eu tu ele ela nós eles elas você vocês meu minha meus minhas seu
    sua seus suas nosso nossa este esta isso isto esse essa aquele que quem qual quando como onde porque por para com sem sobre
    entre até desde mas ou se sim mais menos muito também já ainda sempre nunca ser estar está foi foram tem tenho têm há pode
    posso deve quero gostaria obrigado obrigada olá ao à aos no na nos nas em num numa pelo pela lhe me te tudo todos toda todas
    nada algo outro outra quanto quantos
  `),
  stopWords: new Set(
    wordsIn(`
      o a os as um uma uns umas de do da dos das e é são era não eu tu ele ela nós eles elas você vocês meu minha meus minhas seu
      sua seus suas nosso nossa este esta isso isto esse essa aquele que quem qual quando como onde porque por para com sem sobre
      entre até desde mas ou se sim mais menos muito também já ainda sempre nunca ser estar está foi foram tem tenho têm há pode
      posso deve quero gostaria obrigado obrigada olá ao à aos no na nos nas em num numa pelo pela lhe me te tudo todos toda todas
      nada algo outro outra resuma resumir explique explicar escreva traduza texto seguinte favor diga
      quais quanto quanta quantos quantas faça calcule
    `),
  ),
  ...PORTUGUESE_SENTENCES,
};
