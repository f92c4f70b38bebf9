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
      about above after again also although always and another any anything are arrive arrived arrives ask asked asking asks
      became because become becomes been before being between both bought but buy buying call called calls came can cannot
      classify come could currently dear did does doing done down during each either else even
      ever every everything explain extract feel feels felt few find first follow following for found from generate get gets
      getting give given goes going gone got had has have having hello here hers herself him himself his how
      however input inside instead into its itself just keep know known lately least less let like looked looking
      looks made make makes many may maybe might more most much must need needed needs neither never next none nor not nothing
      now off often once one only onto other our ours out over own per please question quite rather reach reached really
      recently regards said same say says see seem seen sent shall she should show shows since some someone something soon start
      started still stopped stopping such summarise summarize take takes tell text than thank thanks that the their theirs them
      themselves then there therefore these they thing things think this those though through thus today told tomorrow
      too took translate tried try trying under until upon use used using very want wanted wants was well were       what whatever when where whether which while who whom whose why will with within without work worked working works
      would write wrote yes
      add adds bring brings brought buys come comes coming expect expects happen happens help helps hope keeps kept
      leave leaves left lose loses lost meet meets met move moves pay pays paid put puts read reads recommend run runs send
      sends set sets stay three four five six seven eight nine ten stays stop stops tell turn turns understand wait wish wishes yesterday yet you your yours yourself
    `),
  ),
  isNoun,
  ...ENGLISH_SENTENCES,
};

/** Words with these endings are mostly adverbs or forms of verbs, unless they are as short as "string". */
function isNoun(word: string): boolean {
  // Most words have another last letter, and reading it takes less time than comparing three endings.
  switch (word.charAt(word.length - 1)) {
    case "d":
      return !word.endsWith("ed");
    case "y":
      return !word.endsWith("ly");
    case "g":
      return word.length <= SHORTEST_VERB || !word.endsWith("ing");
    default:
      return true;
  }
}

const SHORTEST_VERB = 6;
