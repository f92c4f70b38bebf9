import { expect, test } from "@jest/globals";
import { findTopics } from "../../src/generate/text/topics.ts";

test.each([
  [
    "Please summarize the refund request of Ada Lovelace.",
    ["refund", "request", "refund request", "Lovelace"],
  ],
  ["Refund the REFUND, and refund it again", ["Refund"]],
  ["is it on", ["is", "it", "is it", "on", "it on"]],
  ["Never again", ["Never", "again", "Never again"]],
  ["I", ["I"]],
  ["Couldn't log in: the customer's e-mail wasn’t sent", ["customer", "e-mail"]],
  [
    "Version 4.5.1 of example.com crashed.See https://status",
    ["Version", "4.5.1", "Version 4.5.1", "example.com", "status"],
  ],
  ["O'Brien and D’Amore, AT&T", ["O'Brien", "D’Amore", "AT&T"]],
  ["café, naïve; Seoul 2024", ["café", "naïve", "Seoul", "2024", "Seoul 2024"]],
  ["x".repeat(25), []],
  ["", []],
  ["?! … 😀", []],
])("the words of %j in Latin script", (input, words) => {
  expect(findTopics(input)).toEqual({
    words,
    phrases: [],
    isForeign: false,
    isUnspaced: false,
    language: "en",
  });
});

test("an input in Cyrillic gives its words and its unbroken phrases in order", () => {
  expect(findTopics("Где мой заказ? Где он?")).toEqual({
    words: ["Где", "мой", "заказ", "он"],
    phrases: ["Где мой заказ", "Где он"],
    isForeign: true,
    isUnspaced: false,
    language: "en",
  });
});

test.each([
  ["我的订单在哪里？谢谢。", "zh", ["我的订单在哪里", "谢谢"]],
  ["请介绍一下北京的历史", "zh", ["北京", "历史"]],
  ["空はなぜ青いのですか。", "ja", ["空"]],
  [
    "这款手机的电池续航非常好，但是屏幕容易刮花。",
    "zh",
    ["这款手机的电池续航非常好", "屏幕容易刮花"],
  ],
  [
    "お客様の荷物がまだ届いていません。バッテリーも長持ちしません。",
    "ja",
    ["お客様", "荷物", "バッテリー"],
  ],
  ["とてもおいしい", "ja", ["とてもおいしい"]],
  ["배송이 너무 늦어서 환불을 원합니다.", "ko", ["배송", "환불"]],
  ["너무 좋아요!", "ko", ["너무", "좋아요"]],
])(
  "an input in an East Asian language gives whole words or clauses: %s",
  (input, language, words) => {
    const isUnspaced = language !== "ko";
    expect(findTopics(input)).toEqual({
      words,
      phrases: [],
      isForeign: false,
      isUnspaced,
      language,
    });
  },
);

test.each([
  [
    "Le colis n'est pas arrivé à l'adresse, et jusqu'à aujourd'hui rien.",
    ["colis", "arrivé", "adresse", "aujourd'hui"],
  ],
  ["Dov'è il pacco dell'ordine? Non è arrivato.", ["pacco", "ordine", "arrivato"]],
])("an elided word doesn't count: %s", (input, words) => {
  expect(findTopics(input).words).toEqual(words);
});

test("no word is cut off at the first 2,000 characters", () => {
  const spaces = " ".repeat(1980);
  expect(findTopics(`${spaces}refund complimentarily`).words).toEqual(["refund"]);
  expect(findTopics(`${spaces}refund complimentary gone`).words).toEqual([
    "refund",
    "complimentary",
    "refund complimentary",
  ]);
});

test("no word comes from beyond the first 2,000 characters", () => {
  expect(findTopics(`${". ".repeat(1000)}hidden`).words).toEqual([]);
});

test("an input in another language gives its meaningful words", () => {
  expect(findTopics("Bitte fasse zusammen, was über das Paket der Kundin gesagt wird.")).toEqual({
    words: ["Paket", "Kundin", "gesagt", "Kundin gesagt"],
    phrases: [],
    isForeign: false,
    isUnspaced: false,
    language: "de",
  });
});

test("an input of only common words in another language gives those", () => {
  expect(findTopics("Wer ist er?")).toEqual({
    words: ["Wer", "ist", "Wer ist", "er", "ist er"],
    phrases: [],
    isForeign: false,
    isUnspaced: false,
    language: "de",
  });
});
