import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** Portuguese. */
export const PORTUGUESE: Language = {
  code: "pt",
  commonWords: wordsIn(`
    o a os as um uma uns umas de do da dos das e é são era não eu tu ele ela nós eles elas você vocês meu minha meus minhas seu
    sua seus suas nosso nossa este esta isso isto esse essa aquele que quem qual quando como onde porque por para com sem sobre
    entre até desde mas ou se sim mais menos muito também já ainda sempre nunca ser estar está foi foram tem tenho têm há pode
    posso deve quero gostaria obrigado obrigada olá ao à aos no na nos nas em num numa pelo pela lhe me te tudo todos toda todas
    nada algo outro outra
  `),
  stopWords: new Set(
    wordsIn(`
      o a os as um uma uns umas de do da dos das e é são era não eu tu ele ela nós eles elas você vocês meu minha meus minhas seu
      sua seus suas nosso nossa este esta isso isto esse essa aquele que quem qual quando como onde porque por para com sem sobre
      entre até desde mas ou se sim mais menos muito também já ainda sempre nunca ser estar está foi foram tem tenho têm há pode
      posso deve quero gostaria obrigado obrigada olá ao à aos no na nos nas em num numa pelo pela lhe me te tudo todos toda todas
      nada algo outro outra resuma resumir explique explicar escreva traduza texto seguinte favor diga
    `),
  ),
  openings: frames(`
    O essencial resume-se a “{t}” e a “{t}”.
    Em poucas palavras, tudo depende de “{t}” e, depois, de “{t}”.
    O texto trata sobretudo de “{t}” e menciona também “{t}”.
    Há dois aspectos: “{t}” de um lado e “{t}” do outro.
    Destaca-se “{t}”, embora “{t}” também mereça atenção.
    Em conjunto, “{t}” e “{t}” apontam na mesma direção.
    {p} provavelmente resumiria assim: “{t}”, e pouco mais.
    Quanto a “{t}”, a resposta é bastante positiva.
    A principal conclusão é que “{t}” muda a leitura de “{t}”.
    Segundo o texto, “{t}” importa mais do que “{t}”.
    A questão de “{t}” está clara; a de “{t}”, só em parte.
    No centro está “{t}”, e daí resulta “{t}”.
  `),
  continuations: frames(`
    A menção de “{t}” recomenda cautela.
    Isso mostra também por que “{t}” e “{t}” andam juntos.
    Por outro lado, “{t}” tem um papel menor.
    {p}, de {c}, faz uma observação semelhante sobre “{t}”.
    Dito isso, “{t}” continua aberto a interpretações.
    Cerca de {k}% dos casos têm a ver com “{t}”.
    As palavras em torno de “{t}” deixam margem para dúvidas.
    Nada disso exclui “{t}”.
    Onde “{t}” não é claro, “{t}” dá uma indicação melhor.
    Com o tempo, “{t}” ganha peso.
    Isso está de acordo com o que {c} relata sobre “{t}”.
    O que vale para “{t}” vale também para “{t}”.
  `),
  advice: frames(`
    Por isso, convém verificar “{t}”.
    Na prática, o melhor é começar por “{t}”.
    O próximo passo é comparar “{t}” com “{t}”.
    Também vale a pena ter em conta “{t}”.
  `),
  questions: frames(`
    O que significa “{t}” para “{t}”?
    Qual é a relação entre “{t}” e “{t}”?
    Que papel tem “{t}”?
  `),
  firstSteps: frames(`
    O texto trata de “{t}”, portanto esse é o ponto de partida.
    Primeiro, vejamos o que se diz de “{t}”.
    A pergunta gira em torno de “{t}”.
  `),
  middleSteps: frames(`
    “{t}” aparece ao lado de “{t}”, o que delimita o sentido.
    Entre “{t}” e “{t}”, a primeira leitura é a mais provável.
    Nada no texto contradiz o que se diz sobre “{t}”.
    Uma última verificação de “{t}”: mantém-se.
  `),
  propertySteps: frames(`
    Para \`{o}\`, a parte relevante é “{t}”.
    O valor de \`{o}\` tem de concordar com “{t}”.
    \`{o}\` resulta de “{t}”.
  `),
  lastSteps: frames(`
    Com isso fica claro, e a resposta pode ser escrita.
    Com “{t}”, nada fica em aberto.
    A resposta resulta de “{t}”.
  `),
};
