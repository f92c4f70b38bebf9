import { type Frame, frames } from "../text/frames.ts";
import type { LanguageCode } from "./language.ts";

/** Sentences that depend on the opinion of an input; `q` is a gap for a quote. */
export type MoodSentences = {
  /** Replies to a complaint, and to praise. */
  readonly apologies: readonly Frame[];
  readonly thanks: readonly Frame[];
  /** Reasons for a judgment: in general, and for a good one or a bad one. */
  readonly reasons: readonly Frame[];
  readonly goodReasons: readonly Frame[];
  readonly badReasons: readonly Frame[];
};

type Lines = readonly [
  apologies: string,
  thanks: string,
  reasons: string,
  good: string,
  bad: string,
];

const LINES: { readonly [code in LanguageCode]: Lines } = {
  en: [
    `We are sorry about the trouble with “{t}”. We will look into it and get back to you today.
     We apologize for the problems with “{t}”. Could you send us a few more details?
     Thank you for telling us about “{t}”, and sorry for the inconvenience. We will make this right.
     I'm sorry to hear about your experience with “{t}”. I have passed it on to the team in charge.`,
    `Thank you for your kind words about “{t}”. We are glad that you are happy.
     We are delighted to hear that. Thanks for letting us know about “{t}”!
     Thanks a lot for your feedback on “{t}”. It made our day.`,
    `The text says: “{q}”
     This follows from the passage “{q}”
     The deciding passage is “{q}”
     The input states this itself: “{q}”`,
    `The wording is clearly positive: “{q}”
     The author is satisfied, as in “{q}”
     Phrases such as “{q}” show a positive attitude.`,
    `The wording is clearly negative: “{q}”
     The author complains: “{q}”
     Phrases such as “{q}” show dissatisfaction.`,
  ],
  de: [
    `Es tut uns leid, dass es mit „{t}“ Probleme gibt. Wir kümmern uns darum und melden uns heute noch.
     Bitte entschuldigen Sie den Ärger mit „{t}“. Können Sie uns noch ein paar Einzelheiten nennen?
     Danke für Ihren Hinweis zu „{t}“. Wir bedauern die Unannehmlichkeiten und finden eine Lösung.`,
    `Vielen Dank für Ihr Lob zu „{t}“. Es freut uns, dass Sie zufrieden sind.
     Das hören wir gern. Danke für Ihre Rückmeldung zu „{t}“!
     Herzlichen Dank für die freundlichen Worte zu „{t}“.`,
    `Im Text heißt es: „{q}“
     Das folgt aus der Stelle „{q}“
     Entscheidend ist die Stelle „{q}“
     Der Text sagt es selbst: „{q}“`,
    `Der Ton ist eindeutig positiv: „{q}“
     Der Verfasser ist zufrieden, wie „{q}“ zeigt.
     Formulierungen wie „{q}“ klingen positiv.`,
    `Der Ton ist eindeutig negativ: „{q}“
     Der Verfasser beschwert sich: „{q}“
     Formulierungen wie „{q}“ zeigen Unzufriedenheit.`,
  ],
  fr: [
    `Nous sommes désolés des problèmes liés à « {t} ». Nous nous en occupons et revenons vers vous aujourd'hui.
     Veuillez nous excuser pour les désagréments avec « {t} ». Pouvez-vous nous donner plus de détails ?
     Merci de nous avoir signalé « {t} ». Nous allons trouver une solution.`,
    `Merci pour vos compliments sur « {t} ». Nous sommes ravis que vous soyez satisfait.
     Cela nous fait très plaisir. Merci pour votre retour sur « {t} » !`,
    `Le texte dit : « {q} »
     Cela découle du passage « {q} »
     Le passage décisif est « {q} »`,
    `Le ton est clairement positif : « {q} »
     L'auteur est satisfait, comme le montre « {q} »`,
    `Le ton est clairement négatif : « {q} »
     L'auteur se plaint : « {q} »`,
  ],
  es: [
    `Lamentamos los problemas con «{t}». Lo revisaremos y le responderemos hoy mismo.
     Disculpe las molestias con «{t}». ¿Podría darnos algunos detalles más?
     Gracias por avisarnos sobre «{t}». Encontraremos una solución.`,
    `Gracias por sus amables palabras sobre «{t}». Nos alegra que esté satisfecho.
     Nos alegra mucho saberlo. ¡Gracias por su opinión sobre «{t}»!`,
    `El texto dice: «{q}»
     Se deduce del pasaje «{q}»
     El pasaje decisivo es «{q}»`,
    `El tono es claramente positivo: «{q}»
     El autor está satisfecho, como muestra «{q}»`,
    `El tono es claramente negativo: «{q}»
     El autor se queja: «{q}»`,
  ],
  it: [
    `Ci dispiace per i problemi con «{t}». Ce ne occupiamo e le risponderemo oggi stesso.
     Ci scusiamo per il disagio con «{t}». Può darci qualche dettaglio in più?
     Grazie per la segnalazione su «{t}». Troveremo una soluzione.`,
    `Grazie per le belle parole su «{t}». Siamo lieti che sia soddisfatto.
     Ci fa molto piacere. Grazie per la sua opinione su «{t}»!`,
    `Il testo dice: «{q}»
     Lo si deduce dal passo «{q}»
     Il passo decisivo è «{q}»`,
    `Il tono è chiaramente positivo: «{q}»
     L'autore è soddisfatto, come mostra «{q}»`,
    `Il tono è chiaramente negativo: «{q}»
     L'autore si lamenta: «{q}»`,
  ],
  pt: [
    `Lamentamos os problemas com «{t}». Vamos verificar e responder ainda hoje.
     Pedimos desculpa pelo transtorno com «{t}». Pode dar-nos mais alguns detalhes?
     Obrigado por nos avisar sobre «{t}». Vamos encontrar uma solução.`,
    `Obrigado pelas suas palavras sobre «{t}». Ficamos felizes por saber que está satisfeito.
     Ficamos muito contentes. Obrigado pela sua opinião sobre «{t}»!`,
    `O texto diz: «{q}»
     Isto resulta da passagem «{q}»
     A passagem decisiva é «{q}»`,
    `O tom é claramente positivo: «{q}»
     O autor está satisfeito, como mostra «{q}»`,
    `O tom é claramente negativo: «{q}»
     O autor queixa-se: «{q}»`,
  ],
  nl: [
    `Het spijt ons dat er problemen zijn met “{t}”. We zoeken het uit en laten vandaag nog iets weten.
     Excuses voor het ongemak met “{t}”. Kunt u ons nog wat meer informatie geven?
     Bedankt voor uw melding over “{t}”. We zoeken een oplossing.`,
    `Bedankt voor uw vriendelijke woorden over “{t}”. Fijn dat u tevreden bent.
     Dat horen we graag. Bedankt voor uw reactie over “{t}”!`,
    `In de tekst staat: “{q}”
     Dat volgt uit de passage “{q}”
     De doorslag geeft de passage “{q}”`,
    `De toon is duidelijk positief: “{q}”
     De schrijver is tevreden, zoals blijkt uit “{q}”`,
    `De toon is duidelijk negatief: “{q}”
     De schrijver klaagt: “{q}”`,
  ],
  ja: [
    `「{t}」の件でご迷惑をおかけし、申し訳ございません。至急確認してご連絡いたします。
     「{t}」についてご不便をおかけしております。詳しい状況をお知らせいただけますか。
     「{t}」についてお知らせいただきありがとうございます。早急に対応いたします。`,
    `「{t}」についてお褒めの言葉をいただき、ありがとうございます。
     「{t}」についてのご感想、大変うれしく思います。今後ともよろしくお願いいたします。`,
    `本文に「{q}」とあります。
     「{q}」という記述から判断しました。
     決め手は「{q}」という部分です。`,
    `「{q}」という表現から、好意的な評価だとわかります。
     「{q}」とあり、満足している様子です。`,
    `「{q}」という表現から、否定的な評価だとわかります。
     「{q}」とあり、不満がうかがえます。`,
  ],
  zh: [
    `很抱歉，“{t}”给您带来了不便。我们会尽快核实并回复您。
     对于“{t}”的问题，我们深表歉意。能否提供更多细节？`,
    `感谢您对“{t}”的肯定，很高兴您满意。
     谢谢您关于“{t}”的好评，我们会继续努力。`,
    `文中提到：“{q}”
     这可以从“{q}”看出。
     关键在于这一句：“{q}”`,
    `“{q}”表明态度是正面的。
     从“{q}”可以看出作者很满意。`,
    `“{q}”表明态度是负面的。
     从“{q}”可以看出作者不满意。`,
  ],
  ko: [
    `‘{t}’ 문제로 불편을 드려 죄송합니다. 확인 후 빠르게 연락드리겠습니다.
     ‘{t}’ 관련하여 불편을 드려 죄송합니다. 자세한 내용을 알려 주시겠습니까?`,
    `‘{t}’에 대한 칭찬 감사합니다. 만족하셨다니 기쁩니다.
     ‘{t}’에 대한 소중한 의견 감사합니다.`,
    `본문에 ‘{q}’라고 되어 있습니다.
     ‘{q}’라는 부분에서 알 수 있습니다.`,
    `‘{q}’라는 표현은 긍정적입니다.
     ‘{q}’에서 만족감을 알 수 있습니다.`,
    `‘{q}’라는 표현은 부정적입니다.
     ‘{q}’에서 불만을 알 수 있습니다.`,
  ],
};

/** The sentences of each language. */
export const MOOD_SENTENCES = Object.fromEntries(
  Object.entries(LINES).map(([code, lines]) => {
    const [apologies, thanks, reasons, goodReasons, badReasons] = lines.map(frames);
    return [code, { apologies, thanks, reasons, goodReasons, badReasons }];
  }),
) as { readonly [code in LanguageCode]: MoodSentences };
