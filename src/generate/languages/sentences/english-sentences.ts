import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in English. */
export const ENGLISH_SENTENCES: Sentences = {
  openings: frames(`
    The main point here is “{t}”.
    In short, this is about “{t}”.
    The text centers on “{t}”.
    At its core, this is a question of “{t}”.
    The key topic is “{t}”.
    Put simply, “{t}” is what matters here.
    The most important detail is “{t}”.
    What stands out first is “{t}”.
    The central issue is “{t}”.
    Let's start with “{t}”, which comes up most clearly.
    Overall, the focus is on “{t}”.
    The message is primarily about “{t}”.
    To summarize, everything leads back to “{t}”.
    The first thing to note is “{t}”.
    Based on the text, “{t}” is the deciding factor.
    The short answer depends on “{t}”.
    From what is described, “{t}” is the main concern.
    Judging by the wording, “{t}” has priority.
    The text makes one thing clear: “{t}” matters.
    It all comes down to “{t}”.
    The decisive detail is “{t}”.
    The request boils down to “{t}”.
    A close reading points to “{t}”.
    The text gives “{t}” the most weight.
    Of everything that is mentioned, “{t}” is the most relevant.
    The writer cares most about “{t}”.
    Two topics stand out: “{t}” and “{t}”.
    The text connects “{t}” with “{t}”.
    The focus is on “{t}” and, to a lesser extent, on “{t}”.
    Both “{t}” and “{t}” are mentioned, and the first matters more.
    There are two parts to this: “{t}” and “{t}”.
    The main topic is “{t}”, followed by “{t}”.
    This links “{t}” to “{t}”.
    The text moves from “{t}” to “{t}”.
    The relationship between “{t}” and “{t}” is the heart of the matter.
    It starts with “{t}”, and “{t}” follows from that.
    In essence, it is about “{t}” and its effect on “{t}”.
    The text weighs “{t}” against “{t}”.
    The best place to begin is “{t}”, and then “{t}”.
    Everything revolves around “{t}” and “{t}”.
  `),
  continuations: frames(`
    The part about “{t}” is clear.
    The wording around “{t}” leaves some room for interpretation.
    By contrast, “{t}” plays a smaller part.
    It also shows why “{t}” and “{t}” belong together.
    The reference to “{t}” supports this reading.
    Nothing in the text contradicts “{t}”.
    That said, “{t}” remains open to interpretation.
    “{t}” is mentioned only in passing.
    The detail about “{t}” adds useful context.
    In addition, “{t}” is worth noting.
    “{t}” explains much of what follows.
    The text doesn't say much more about “{t}”.
    Compared with “{t}”, “{t}” is a minor point.
    If “{t}” is unclear, “{t}” gives a better hint.
    “{t}” and “{t}” point in the same direction.
    Without “{t}”, the rest would be hard to explain.
    This is consistent with what is said about “{t}”.
    The same applies to “{t}”.
    The role of “{t}” is easy to underestimate.
    “{t}” is the most specific detail.
    There is no direct evidence against “{t}”.
    Taken literally, “{t}” needs no further explanation.
    The connection between “{t}” and “{t}” is plausible.
    It makes sense to read “{t}” in this light.
    The mention of “{t}” is probably no coincidence.
    Some questions about “{t}” remain.
    “{t}” sets the tone for the rest.
    Details such as “{t}” make the text more concrete.
    This fits well with “{t}”.
    “{t}” depends on “{t}” more than it may seem.
    “{t}” comes before “{t}”, both in the text and in importance.
    The text treats “{t}” as a fact.
    Another point is “{t}”.
    The choice of “{t}” as a term is telling.
    “{t}” can be read in more than one way.
    A second look at “{t}” confirms this.
    It is not entirely clear how “{t}” relates to “{t}”.
    Most of the context comes from “{t}”.
    “{t}” is more than a side note.
    This leaves “{t}” as the most likely explanation.
    The emphasis on “{t}” is deliberate.
    In this context, “{t}” has a precise meaning.
    The same can be said of “{t}” and “{t}”.
    What is said about “{t}” also matters for “{t}”.
    Beyond that, “{t}” deserves some attention.
    “{t}” alone would not be enough.
    The tone changes a little with “{t}”.
    The rest follows from “{t}”.
  `),
  advice: frames(`
    As a next step, take a closer look at “{t}”.
    It would help to clarify “{t}” first.
    Check the details of “{t}” before you decide.
    Start with “{t}”, and then turn to “{t}”.
    Keep “{t}” in mind, too.
    Ask for more information about “{t}” if possible.
    Compare “{t}” with “{t}” before drawing a conclusion.
    Follow up on “{t}” as soon as possible.
    Make sure that “{t}” is not overlooked.
    It is worth documenting “{t}”.
    Confirm “{t}” with the person who wrote this.
    Set a date to review “{t}”.
  `),
  questions: frames(`
    What does “{t}” mean for “{t}”?
    How does “{t}” relate to “{t}”?
    What role does “{t}” play?
    Why is “{t}” mentioned?
    What should happen with “{t}” next?
    What else is known about “{t}”?
  `),
  replies: frames(`
    Thank you for your message about “{t}”. We will look into it and get back to you soon.
    Thanks for telling us about “{t}”. Our team is already looking at it.
    We appreciate your comments on “{t}” and have passed them on to the team in charge.
    Thank you for getting in touch about “{t}”. Could you send us a few more details?
    Thanks for writing to us about “{t}”. We will reply within one business day.
    We have received your message about “{t}”. Please let us know if we can help with anything else.
  `),
  firstSteps: frames(`
    The input is about “{t}”, so that is where to start.
    First, look at what is said about “{t}”.
    The question turns on “{t}”.
    Start with the most specific detail: “{t}”.
    What is being asked? It concerns “{t}”.
  `),
  middleSteps: frames(`
    “{t}” is mentioned together with “{t}”, which narrows it down.
    Between “{t}” and “{t}”, the first matters more.
    Nothing in the input contradicts this about “{t}”.
    “{t}” supports the same conclusion.
    Check “{t}” once more: it still holds.
    “{t}” could be read differently, but the context makes it clear.
    The rest of the input adds “{t}”, which changes little.
  `),
  propertySteps: frames(`
    For \`{o}\`, the relevant part is “{t}”.
    The value of \`{o}\` has to agree with “{t}”.
    \`{o}\` follows from “{t}”.
    To fill in \`{o}\`, look at “{t}”.
  `),
  lastSteps: frames(`
    That settles it, so the answer can be written down.
    With “{t}” covered, nothing is left open.
    The answer follows from “{t}”.
    All parts agree, so this is the answer.
  `),
};
