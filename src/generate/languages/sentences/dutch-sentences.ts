import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in Dutch. */
export const DUTCH_SENTENCES: Sentences = {
  openings: frames(`
    De kern is hier “{t}”.
    Kort gezegd gaat het om “{t}”.
    In de tekst staat “{t}” centraal.
    In wezen is dit een kwestie van “{t}”.
    Het belangrijkste onderwerp is “{t}”.
    Samengevat draait alles om “{t}”.
    Het belangrijkste detail is “{t}”.
    Wat als eerste opvalt, is “{t}”.
    Het voornaamste punt is “{t}”.
    Laten we beginnen met “{t}”, dat het duidelijkst naar voren komt.
    Over het geheel genomen ligt de nadruk op “{t}”.
    Het bericht gaat vooral over “{t}”.
    Uiteindelijk komt alles neer op “{t}”.
    Het eerste wat opgemerkt moet worden, is “{t}”.
    Volgens de tekst is “{t}” doorslaggevend.
    Het korte antwoord hangt af van “{t}”.
    Zoals het beschreven is, gaat het hoofdzakelijk om “{t}”.
    Te oordelen naar de woordkeus heeft “{t}” voorrang.
    De tekst maakt één ding duidelijk: “{t}” is belangrijk.
    Het gaat allemaal om “{t}”.
    Het beslissende detail is “{t}”.
    Het verzoek betreft vooral “{t}”.
    Wie goed leest, komt uit bij “{t}”.
    De tekst geeft het meeste gewicht aan “{t}”.
    Van alles wat genoemd wordt, is “{t}” het meest relevant.
    Wat hier telt, is “{t}”.
    Twee onderwerpen vallen op: “{t}” en “{t}”.
    De tekst verbindt “{t}” met “{t}”.
    De nadruk ligt op “{t}” en in mindere mate op “{t}”.
    Genoemd worden “{t}” en “{t}”, en het eerste weegt zwaarder.
    Er zijn twee delen: “{t}” en “{t}”.
    Het hoofdonderwerp is “{t}”, gevolgd door “{t}”.
    Er is een verband tussen “{t}” en “{t}”.
    De tekst gaat van “{t}” naar “{t}”.
    De verhouding tussen “{t}” en “{t}” is de kern van de zaak.
    Het uitgangspunt is “{t}”, en daar volgt “{t}” uit.
    In essentie gaat het om “{t}” en de gevolgen voor “{t}”.
    De tekst weegt “{t}” af tegen “{t}”.
    Het beste begin is “{t}”, en daarna “{t}”.
    Alles draait om “{t}” en “{t}”.
  `),
  continuations: frames(`
    Wat over “{t}” gezegd wordt, is duidelijk.
    De formulering rond “{t}” laat enige ruimte voor interpretatie.
    Daarentegen speelt “{t}” een kleinere rol.
    Het laat ook zien waarom “{t}” en “{t}” bij elkaar horen.
    De verwijzing naar “{t}” ondersteunt deze lezing.
    Niets in de tekst spreekt “{t}” tegen.
    Wel blijft open hoe “{t}” bedoeld is.
    De tekst noemt “{t}” alleen terloops.
    Het gegeven “{t}” geeft nuttige context.
    Daarnaast is “{t}” het vermelden waard.
    Veel wordt verklaard door “{t}”.
    Verder zegt de tekst weinig over “{t}”.
    Vergeleken met “{t}” is “{t}” bijzaak.
    Als “{t}” onduidelijk is, geeft “{t}” een betere aanwijzing.
    Zowel “{t}” als “{t}” wijzen in dezelfde richting.
    Zonder “{t}” zou de rest moeilijk te verklaren zijn.
    Dit past bij wat over “{t}” gezegd wordt.
    Hetzelfde geldt voor “{t}”.
    De rol van “{t}” wordt gemakkelijk onderschat.
    Het meest concrete detail is “{t}”.
    Niets pleit rechtstreeks tegen “{t}”.
    Letterlijk genomen heeft “{t}” geen uitleg nodig.
    Het verband tussen “{t}” en “{t}” is aannemelijk.
    Het ligt voor de hand om “{t}” zo te lezen.
    Dat “{t}” genoemd wordt, is waarschijnlijk geen toeval.
    Er blijven enkele vragen over “{t}”.
    De toon van de rest wordt bepaald door “{t}”.
    Details zoals “{t}” maken de tekst concreter.
    Dit sluit goed aan bij “{t}”.
    Meer dan het lijkt hangt “{t}” af van “{t}”.
    Eerst komt “{t}”, dan “{t}”, ook in belang.
    De tekst behandelt “{t}” als een feit.
    Een ander punt is “{t}”.
    De keuze voor de term “{t}” zegt veel.
    Men kan “{t}” op meer dan één manier lezen.
    Een tweede blik op “{t}” bevestigt dit.
    Het is niet helemaal duidelijk hoe “{t}” samenhangt met “{t}”.
    De meeste context komt van “{t}”.
    Meer dan een kanttekening is “{t}” zeker.
    Daarmee blijft “{t}” de waarschijnlijkste verklaring.
    De nadruk op “{t}” is bewust gekozen.
    In deze context heeft “{t}” een duidelijke betekenis.
    Hetzelfde kan gezegd worden van “{t}” en “{t}”.
    Wat over “{t}” gezegd wordt, is ook voor “{t}” van belang.
    Verder verdient “{t}” aandacht.
    Op zichzelf zou “{t}” niet genoeg zijn.
    Met “{t}” verandert de toon een beetje.
    De rest volgt uit “{t}”.
  `),
  advice: frames(`
    De volgende stap is om “{t}” nader te bekijken.
    Het zou helpen om eerst “{t}” te verduidelijken.
    Het is beter om “{t}” te controleren voor er een besluit valt.
    Het beste is om met “{t}” te beginnen en dan naar “{t}” te kijken.
    Ook “{t}” is iets om in gedachten te houden.
    Vraag zo mogelijk om meer informatie over “{t}”.
    Een vergelijking van “{t}” met “{t}” kan duidelijkheid geven.
    Het is goed om “{t}” snel op te pakken.
    Let erop dat “{t}” niet vergeten wordt.
    Het is raadzaam om “{t}” vast te leggen.
    Laat “{t}” bevestigen door de schrijver van het bericht.
    Plan een datum om “{t}” te bespreken.
  `),
  questions: frames(`
    Wat betekent “{t}” voor “{t}”?
    Hoe hangt “{t}” samen met “{t}”?
    Welke rol speelt “{t}”?
    Waarom wordt “{t}” genoemd?
    Hoe gaat het verder met “{t}”?
    Wat is er nog meer bekend over “{t}”?
  `),
  replies: frames(`
    Bedankt voor uw bericht over “{t}”. We gaan ermee aan de slag en laten snel iets weten.
    Bedankt dat u ons over “{t}” hebt geïnformeerd. Ons team kijkt er al naar.
    Bedankt voor uw opmerkingen over “{t}”. We hebben ze doorgegeven aan de juiste afdeling.
    Bedankt voor uw bericht over “{t}”. Kunt u ons nog wat meer details geven?
    We hebben uw bericht over “{t}” ontvangen en antwoorden binnen één werkdag.
    Bedankt voor uw bericht over “{t}”. Laat het ons weten als we u nog ergens mee kunnen helpen.
  `),
  firstSteps: frames(`
    De invoer gaat over “{t}”, dus daar begint het.
    Eerst naar wat over “{t}” gezegd wordt.
    De vraag draait om “{t}”.
    Het meest concrete detail is “{t}”, dus daarmee begin ik.
    Wat wordt er gevraagd? Het gaat om “{t}”.
  `),
  middleSteps: frames(`
    “{t}” wordt samen met “{t}” genoemd, en dat bakent het af.
    Van “{t}” en “{t}” weegt het eerste zwaarder.
    Niets in de invoer spreekt tegen wat over “{t}” gezegd is.
    Ook “{t}” leidt tot dezelfde conclusie.
    Nog één keer “{t}”: het blijft zo.
    “{t}” zou anders gelezen kunnen worden, maar de context is duidelijk.
    De rest voegt “{t}” toe, en dat verandert weinig.
  `),
  propertySteps: frames(`
    Voor \`{o}\` is vooral “{t}” van belang.
    De waarde van \`{o}\` moet passen bij “{t}”.
    \`{o}\` volgt uit “{t}”.
    Om \`{o}\` in te vullen, kijk ik naar “{t}”.
  `),
  lastSteps: frames(`
    Daarmee is het duidelijk en kan het antwoord worden geschreven.
    Met “{t}” is er niets meer open.
    Het antwoord volgt uit “{t}”.
    Alles klopt met elkaar, dus dit is het antwoord.
  `),
};
