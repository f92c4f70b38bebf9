import { frames } from "../frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** English, which also stands in for languages that are not told apart. */
export const ENGLISH: Language = {
  code: "en",
  commonWords: wordsIn(`
    the of and to in is are was were for that this it with as on be at by from have has had not you your i my we our they he she
    his her but or if an a what which who how why when where will would can could should do does did there their been more about
    into please all its than so any no me him them us
  `),
  stopWords: new Set(
    wordsIn(`
      about above after again also although always and another any are because been before being between both but came can cannot
      classify come could did does doing done down during each either else even ever every explain extract few first for from
      generate get give given going had has have having here hers herself him himself his how however input inside instead into
      its itself just keep know known least less let like made make many may maybe might more most much must neither never next
      none nor not nothing now off often once one only onto other our ours out over own per please question quite rather really
      said same say says see seem seen shall she should since some something soon still such summarize summarise text take tell
      than that the their theirs them themselves then there therefore these they thing things this those though through thus too
      translate under until upon use used using very want was well were what whatever when where whether which while who whom
      whose why will write with within without would yes yet you your yours yourself
    `),
  ),
  openings: frames(`
    The key point about {t} is how closely it depends on {t}.
    In short, {t} comes down to {t}.
    This input is mostly about {t}, with some attention to {t}.
    {t} is the central concern here, and {t} follows from it.
    There are two sides to {t}: the {a} one, and the one that involves {t}.
    At its core, {t} describes the kind of {n} that people rely on {d}.
    {t} stands out, although {t} deserves a closer look.
    Taken together, {t} and {t} point in the same direction.
    {p} would probably summarize it as "{t}, and little else".
    Considering {t}, the answer is {d} positive.
    The main takeaway is that {t} changes how we read {t}.
    Based on the text, {t} matters more than {t}.
  `),
  continuations: frames(`
    The mention of {t} calls for the more {a} approach.
    It also shows why {t} and {t} belong together.
    By contrast, {t} plays a smaller part.
    Any {n} of this kind needs {k} or more checks before {t} can be trusted.
    {p} of {c} makes a similar case for {t}.
    Compared with the usual {n}, {t} looks {a}.
    That said, {t} remains open to interpretation.
    As a result, {t} should be reviewed {d}.
    Roughly {k}% of the cases involve {t}.
    The wording around {t} is {a}, which leaves room for doubt.
    For {c}, the practical answer was known as "{f}".
    None of this rules out {t}; it only makes the {n} less likely.
    In practice, {t} works best when it is handled {d}.
    One could argue that "{t}" is the {a} part of the question.
    The next step is to compare {t} with the {n}.
    {t} is worth keeping in mind, too.
    Where {t} is unclear, {t} gives the better hint.
    Another example is the {n} that {p} describes.
    Both {t} and the {a} {n} support this reading.
    Over time, {t} tends to outweigh the rest.
    It helps to separate {t} from the {n} behind it.
    This is consistent with what {c} reports about {t}.
    Much of what is said of {t} holds for {t} as well.
    Readers who expect the {a} {n} will notice {t} first.
  `),
  firstSteps: frames(`
    The input is about {t}, so that is where to start.
    First, look at what is said of {t}.
    The question turns on {t}.
  `),
  middleSteps: frames(`
    {t} is mentioned next to {t}, which narrows it down.
    Weighing {t} against {t}, the {a} reading is the likelier one.
    Nothing in the input contradicts this about {t}.
    Set the {n} aside; only {t} bears on the answer.
    Check {t} once more: it still holds.
  `),
  propertySteps: frames(`
    For \`{o}\`, the relevant part is {t}.
    The value of \`{o}\` has to agree with {t}.
    \`{o}\` follows from {t}.
  `),
  lastSteps: frames(`
    That settles it, so the answer can be written down.
    With {t} covered, nothing is left open.
    The answer follows from {t}.
  `),
};
