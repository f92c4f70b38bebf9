import type { Rng } from "../../core/rng.ts";
import { inventedAddress, inventedTaxNumber } from "./addresses.ts";

/** Names of people, and the form of a company's name, in languages other than English. */
type People = {
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** With gaps for a family name and a given name. */
  readonly person: string;
  readonly firm: string;
};

function people(given: string, family: string, forms: readonly [string, string]): People {
  const [person, firm] = forms;
  return { given: given.split(" "), family: family.split(" "), person, firm };
}

const PEOPLE: { readonly [language: string]: People } = {
  de: people(
    "Anna Lena Laura Julia Katharina Sabine Monika Petra Lukas Jonas Felix Paul Stefan Thomas Michael Andreas",
    "Becker Wagner Schulz Hoffmann Koch Richter Klein Wolf Neumann Schwarz Zimmermann Braun Hartmann Lange Krause Lehmann",
    ["{g} {f}", "{f} GmbH"],
  ),
  fr: people(
    "Camille Julie Marie Claire Nathalie Isabelle Lucie Manon Pierre Julien Nicolas Antoine Thomas Louis Hugo Mathieu",
    "Martin Bernard Dubois Durand Moreau Laurent Simon Michel Leroy Roux Fournier Girard Bonnet Lambert Rousseau Blanc",
    ["{g} {f}", "{f} SARL"],
  ),
  es: people(
    "Carmen Ana Laura Marta Elena Isabel Cristina Paula Antonio Javier Carlos Miguel Pablo Diego Alejandro Sergio",
    "Moreno Romero Navarro Torres Ruiz Serrano Molina Ortega Delgado Castro Ortiz Rubio Medina Iglesias Garrido Vega",
    ["{g} {f}", "{f} S.L."],
  ),
  it: people(
    "Giulia Chiara Francesca Sara Martina Elena Paola Silvia Marco Luca Andrea Matteo Alessandro Davide Stefano Paolo",
    "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Mancini Lombardi",
    ["{g} {f}", "{f} S.r.l."],
  ),
  pt: people(
    "Maria Ana Beatriz Mariana Carolina Inês Sofia Rita Miguel Tiago Pedro Diogo Rui Nuno Bruno Ricardo",
    "Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Fernandes Gomes Lopes Marques Almeida Ribeiro Pinto",
    ["{g} {f}", "{f} Lda."],
  ),
  nl: people(
    "Sanne Lotte Emma Anouk Femke Marieke Ilse Eva Daan Bram Sander Jeroen Thijs Ruben Niels Koen",
    "Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Kok Jacobs Vermeulen Willems",
    ["{g} {f}", "{f} B.V."],
  ),
  ja: people(
    "美咲 さくら 陽子 恵子 由美 真理子 彩 愛 健太 大輔 翔太 拓也 直樹 誠 浩 健一",
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 松本 井上 木村 清水",
    ["{f}{g}", "株式会社{f}"],
  ),
  zh: people(
    "伟 芳 娜 敏 静 丽 强 磊 洋 艳 勇 军 杰 娟 涛 明",
    "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 马 朱 胡 林",
    ["{f}{g}", "{f}氏贸易有限公司"],
  ),
  ko: people(
    "지훈 민준 서준 현우 도윤 지우 서연 서윤 하은 민서 지민 수빈 예진 유진 은지 성민",
    "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황",
    ["{f}{g}", "주식회사 {f}산업"],
  ),
};

/** What a name is of; addresses and tax numbers differ by language like names. */
export type NameKind = "person" | "given" | "family" | "firm" | "address" | "taxNumber";

/** An invented name that fits a language; undefined for English and other languages. */
export function inventedName(language: string, kind: NameKind, rng: Rng): string | undefined {
  if (kind === "address") return inventedAddress(language, rng);
  if (kind === "taxNumber") return inventedTaxNumber(language, rng);
  const names = Object.hasOwn(PEOPLE, language) ? PEOPLE[language] : undefined;
  if (names === undefined) return undefined;
  if (kind === "given") return rng.pick(names.given);
  if (kind === "family") return rng.pick(names.family);
  const family = rng.pick(names.family);
  return kind === "firm"
    ? names.firm.replace("{f}", family)
    : names.person.replace("{f}", family).replace("{g}", rng.pick(names.given));
}
