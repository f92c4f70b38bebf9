import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in Portuguese. */
export const PORTUGUESE_SENTENCES: Sentences = {
  openings: frames(`
    O ponto principal aqui é “{t}”.
    Em poucas palavras, trata-se de “{t}”.
    O texto centra-se em “{t}”.
    No fundo, é uma questão de “{t}”.
    O tema-chave é “{t}”.
    Em resumo, tudo gira em torno de “{t}”.
    O detalhe mais importante é “{t}”.
    O que chama primeiro a atenção é “{t}”.
    A questão central é “{t}”.
    Comecemos por “{t}”, que aparece com mais clareza.
    No conjunto, o foco está em “{t}”.
    A mensagem trata sobretudo de “{t}”.
    Em suma, tudo conduz a “{t}”.
    A primeira coisa a notar é “{t}”.
    Segundo o texto, “{t}” é o fator decisivo.
    A resposta curta depende de “{t}”.
    Pelo que é descrito, “{t}” é a principal preocupação.
    A julgar pelas palavras, “{t}” tem prioridade.
    O texto deixa clara uma coisa: “{t}” é importante.
    Tudo se resume a “{t}”.
    O detalhe decisivo é “{t}”.
    O pedido refere-se principalmente a “{t}”.
    Uma leitura atenta aponta para “{t}”.
    O texto dá mais peso a “{t}”.
    De tudo o que é mencionado, “{t}” é o mais relevante.
    O que importa aqui é “{t}”.
    Destacam-se dois temas: “{t}” e “{t}”.
    O texto relaciona “{t}” com “{t}”.
    O foco está em “{t}” e, em menor grau, em “{t}”.
    São mencionados “{t}” e “{t}”, e o primeiro pesa mais.
    Há duas partes: “{t}” e “{t}”.
    O tema principal é “{t}”, seguido de “{t}”.
    Existe uma ligação entre “{t}” e “{t}”.
    O texto passa de “{t}” para “{t}”.
    A relação entre “{t}” e “{t}” é o centro da questão.
    O ponto de partida é “{t}”, e daí resulta “{t}”.
    Em essência, trata-se de “{t}” e do seu efeito em “{t}”.
    O texto contrapõe “{t}” e “{t}”.
    O melhor é começar por “{t}” e depois passar a “{t}”.
    Tudo gira em torno de “{t}” e “{t}”.
  `),
  continuations: frames(`
    O que se diz de “{t}” é claro.
    A forma de referir “{t}” deixa alguma margem de interpretação.
    Em contrapartida, “{t}” tem um papel menor.
    Isto também mostra porque “{t}” e “{t}” andam juntos.
    A referência a “{t}” apoia esta leitura.
    Nada no texto contradiz “{t}”.
    Dito isto, “{t}” continua em aberto.
    O texto menciona “{t}” apenas de passagem.
    O dado “{t}” acrescenta um contexto útil.
    Além disso, convém notar “{t}”.
    “{t}” explica boa parte do resto.
    O texto não diz muito mais sobre “{t}”.
    Em comparação com “{t}”, “{t}” é secundário.
    Se “{t}” não é claro, “{t}” dá uma pista melhor.
    “{t}” e “{t}” apontam na mesma direção.
    Sem “{t}”, o resto seria difícil de explicar.
    Isto é coerente com o que se diz de “{t}”.
    O mesmo vale para “{t}”.
    É fácil subestimar o papel de “{t}”.
    O detalhe mais concreto é “{t}”.
    Não há nada que contradiga diretamente “{t}”.
    À letra, “{t}” dispensa explicações.
    A ligação entre “{t}” e “{t}” é plausível.
    Faz sentido ler “{t}” desta forma.
    A menção de “{t}” provavelmente não é por acaso.
    Restam algumas perguntas sobre “{t}”.
    “{t}” dá o tom ao resto.
    Detalhes como “{t}” tornam o texto mais concreto.
    Isto combina bem com “{t}”.
    “{t}” depende de “{t}” mais do que parece.
    “{t}” vem antes de “{t}”, no texto e em importância.
    O texto trata “{t}” como um facto.
    Outro ponto é “{t}”.
    A escolha do termo “{t}” é reveladora.
    “{t}” pode ser lido de mais de uma forma.
    Uma segunda leitura de “{t}” confirma isto.
    Não é totalmente claro como “{t}” se relaciona com “{t}”.
    A maior parte do contexto vem de “{t}”.
    “{t}” é mais do que uma nota à margem.
    Assim, “{t}” fica como a explicação mais provável.
    A ênfase em “{t}” é intencional.
    Neste contexto, “{t}” tem um sentido preciso.
    O mesmo se pode dizer de “{t}” e “{t}”.
    O que se diz de “{t}” também importa para “{t}”.
    Para além disso, “{t}” merece atenção.
    Por si só, “{t}” não bastaria.
    O tom muda um pouco com “{t}”.
    O resto resulta de “{t}”.
  `),
  advice: frames(`
    Como próximo passo, convém examinar melhor “{t}”.
    Seria útil esclarecer primeiro “{t}”.
    É melhor verificar “{t}” antes de decidir.
    Convém começar por “{t}” e depois passar a “{t}”.
    É preciso ter também “{t}” em mente.
    Se possível, peça mais informações sobre “{t}”.
    Comparar “{t}” com “{t}” ajudaria a esclarecer.
    Seria bom tratar de “{t}” quanto antes.
    É importante não esquecer “{t}”.
    É recomendável documentar “{t}”.
    Confirme “{t}” com quem escreveu a mensagem.
    Marque uma data para rever “{t}”.
  `),
  questions: frames(`
    O que significa “{t}” para “{t}”?
    Qual é a relação entre “{t}” e “{t}”?
    Que papel tem “{t}”?
    Porque é que “{t}” é mencionado?
    O que deve acontecer agora com “{t}”?
    Que mais se sabe sobre “{t}”?
  `),
  replies: frames(`
    Obrigado pela sua mensagem sobre “{t}”. Vamos analisar e responder em breve.
    Obrigado por nos informar sobre “{t}”. A nossa equipa já está a tratar disso.
    Agradecemos os seus comentários sobre “{t}”, que já enviámos ao departamento responsável.
    Obrigado por nos escrever sobre “{t}”. Pode enviar-nos mais alguns detalhes?
    Recebemos a sua mensagem sobre “{t}” e responderemos no prazo de um dia útil.
    Obrigado pela sua mensagem sobre “{t}”. Diga-nos se podemos ajudar em mais alguma coisa.
  `),
  firstSteps: frames(`
    O texto trata de “{t}”, por isso começo por aí.
    Primeiro, vejamos o que se diz de “{t}”.
    A pergunta gira em torno de “{t}”.
    Parto do detalhe mais concreto: “{t}”.
    O que se pede? Trata-se de “{t}”.
  `),
  middleSteps: frames(`
    “{t}” é mencionado com “{t}”, o que restringe o sentido.
    Entre “{t}” e “{t}”, o primeiro pesa mais.
    Nada no texto contradiz o que se diz de “{t}”.
    “{t}” leva à mesma conclusão.
    Uma última verificação de “{t}”: mantém-se.
    “{t}” poderia ler-se de outra forma, mas o contexto é claro.
    O resto acrescenta “{t}”, o que muda pouco.
  `),
  propertySteps: frames(`
    Para \`{o}\`, a parte relevante é “{t}”.
    O valor de \`{o}\` tem de concordar com “{t}”.
    \`{o}\` resulta de “{t}”.
    Para preencher \`{o}\`, vejo “{t}”.
  `),
  lastSteps: frames(`
    Fica assim esclarecido, e a resposta pode ser escrita.
    Com “{t}” não fica nada em aberto.
    A resposta resulta de “{t}”.
    Tudo concorda, portanto esta é a resposta.
  `),
};
