import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

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
      would write wrote yes yesterday yet you your yours yourself
    `),
  ),
  keyword: /(?<!ed|ly)$/,
  openings: frames(`
    The key point about “{t}” is how closely it depends on “{t}”.
    In short, it all comes down to “{t}”, and only then to “{t}”.
    This input is mostly about “{t}”, with some attention to “{t}”.
    At the center stands “{t}”, and “{t}” follows from it.
    There are two sides to this: “{t}” on the one hand, and “{t}” on the other.
    At its core, this is a {a} case of “{t}”.
    What stands out is “{t}”, although “{t}” deserves a closer look.
    Taken together, “{t}” and “{t}” point in the same direction.
    {p} would probably summarize it as “{t}”, and little else.
    As for “{t}”, the answer is mostly positive.
    The main takeaway is that “{t}” changes how we read “{t}”.
    Based on the text, “{t}” matters more than “{t}”.
  `),
  continuations: frames(`
    The mention of “{t}” calls for a {a} approach.
    It also shows why “{t}” and “{t}” belong together.
    By contrast, “{t}” plays a smaller part.
    At least {k} checks of this kind are needed before “{t}” can be relied on.
    {p} of {c} makes a similar case for “{t}”.
    Compared with the usual {n}, “{t}” looks {a}.
    That said, “{t}” remains open to interpretation.
    Roughly {k}% of the cases involve “{t}”.
    The wording around “{t}” is {a}, which leaves room for doubt.
    None of this rules out “{t}”; it only makes one {n} less likely.
    One could argue that “{t}” is the {a} part of the question.
    Where “{t}” is unclear, “{t}” gives the better hint.
    Another {n}, which {p} describes, is much like “{t}”.
    Both “{t}” and the {a} {n} support this reading.
    Over time, “{t}” tends to outweigh the rest.
    It helps to separate “{t}” from the {n} behind it.
    This is consistent with what {c} reports about “{t}”.
    Much of what is said of “{t}” holds for “{t}” as well.
    Readers who expect a {a} {n} will notice “{t}” first.
  `),
  advice: frames(`
    As a result, “{t}” should be reviewed {d}.
    In practice, “{t}” works best when it is handled {d}.
    The next step is to compare “{t}” with “{t}”.
    Keep “{t}” in mind, too.
    It is worth looking at “{t}” {d}.
  `),
  questions: frames(`
    What does “{t}” mean for “{t}”?
    How does “{t}” relate to “{t}”?
    Which part does “{t}” play?
    Why is “{t}” mentioned?
  `),
  firstSteps: frames(`
    The input is about “{t}”, so that is where to start.
    First, look at what is said of “{t}”.
    The question turns on “{t}”.
  `),
  middleSteps: frames(`
    “{t}” is mentioned next to “{t}”, which narrows it down.
    Weighing “{t}” against “{t}”, the {a} reading is the likelier one.
    Nothing in the input contradicts this about “{t}”.
    Set the {n} aside; only “{t}” bears on the answer.
    Check “{t}” once more: it still holds.
  `),
  propertySteps: frames(`
    For \`{o}\`, the relevant part is “{t}”.
    The value of \`{o}\` has to agree with “{t}”.
    \`{o}\` follows from “{t}”.
  `),
  lastSteps: frames(`
    That settles it, so the answer can be written down.
    With “{t}” covered, nothing is left open.
    The answer follows from “{t}”.
  `),
};
