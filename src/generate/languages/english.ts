import { type Language, wordsIn } from "./language.ts";
import { ENGLISH_SENTENCES } from "./sentences/english-sentences.ts";

/** English, also used for languages that are not recognized. */
export const ENGLISH: Language = {
  code: "en",
  commonWords: wordsIn(`
    the of and to in is are was were for that this it with as on be at by from have has had not you your i my we our they he she
    his her but or if an a what which who how why when where will would can could should do does did there their been more about
    into please all its than so any no me him them us
  `),
  stopWords: new Set(
    wordsIn(`
      about above add adds after again also although always and another any anything are arrive arrived arrives ask
      asked asking asks became because become becomes been before being between both bought bring brings brought but buy
      buying buys call called calls came can cannot classify come comes coming could currently dear did does doing done
      down during each eight either else even ever every everything expect expects explain extract feel feels felt few
      find first five follow following for found four from generate get gets getting give given goes going gone got had
      happen happens has have having hello help helps here hers herself him himself his hope how however input inside
      instead into its itself just keep keeps kept know known lately least leave leaves left less let like looked
      looking looks lose loses lost made make makes many may maybe meet meets met might more most move moves much must
      need needed needs neither never next nine none nor not nothing now off often once one only onto other our ours out
      over own paid pay pays per please put puts question quite rather reach reached read reads really recently
      recommend regards run runs said same say says see seem seen send sends sent set sets seven shall she should show
      shows since six some someone something soon start started stay stays still stop stopped stopping stops such
      summarise summarize take takes tell ten text than thank thanks that the their theirs them themselves then there
      therefore these they thing things think this those though three through thus today told tomorrow too took
      translate tried try trying turn turns under understand until upon use used using very wait want wanted wants was
      well were what whatever when where whether which while who whom whose why will wish wishes with within without
      work worked working works would write wrote yes yesterday yet you your yours yourself
      compose prove
    `),
  ),
  isNoun,
  ...ENGLISH_SENTENCES,
};

/** Words with these endings are mostly adverbs or forms of verbs, unless they are as short as "string". */
function isNoun(word: string): boolean {
  // Most words have another last letter, and reading it takes less time than comparing three endings.
  switch (word.charCodeAt(word.length - 1)) {
    case D:
      return !word.endsWith("ed");
    case Y:
      return !word.endsWith("ly");
    case G:
      return word.length <= SHORTEST_VERB || !word.endsWith("ing");
    default:
      return true;
  }
}

const [D, G, Y] = [0x64, 0x67, 0x79];

const SHORTEST_VERB = 6;
