/** Lists of words and names from which values are put together. Every list holds at least one item. */
export type Pools = {
  readonly words: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly cities: readonly string[];
  readonly countries: readonly string[];
  readonly countryCodes: readonly string[];
  readonly states: readonly string[];
  readonly streets: readonly string[];
  readonly companies: readonly string[];
  readonly jobs: readonly string[];
  readonly products: readonly string[];
  readonly categories: readonly string[];
  readonly colors: readonly string[];
  readonly currencies: readonly string[];
  readonly languages: readonly string[];
  readonly statuses: readonly string[];
  readonly sentences: readonly string[];
};

const split = (text: string): readonly string[] => text.split("|");

/** Pools that come with the compiler. */
export const DEFAULT_POOLS: Pools = {
  words: split(
    "amber|anchor|atlas|beacon|birch|breeze|bridge|canvas|cedar|cinder|cobalt|coral|delta|ember|falcon|fern|forge|garnet|glacier|grove|harbor|hazel|horizon|indigo|iris|ivory|jasper|lagoon|lantern|laurel|linen|lumen|maple|meadow|mesa|nimbus|north|oasis|onyx|opal|orchid|pebble|pioneer|prairie|quartz|raven|ridge|river|saffron|sage|signal|slate|sparrow|summit|tidal|timber|topaz|valley|velvet|willow|winter|zephyr",
  ),
  firstNames: split(
    "Ada|Amara|Ben|Carla|Chen|Daniel|Diego|Elena|Emma|Fatima|Felix|Grace|Hana|Hugo|Ines|Ivan|Jonas|Julia|Kofi|Lara|Liam|Lucia|Maya|Mateo|Nadia|Noah|Olga|Omar|Priya|Quinn|Rafael|Rosa|Sara|Samuel|Tara|Tomas|Uma|Victor|Wei|Yara",
  ),
  lastNames: split(
    "Abe|Almeida|Bauer|Becker|Castillo|Cohen|Diaz|Dubois|Evans|Fischer|Garcia|Haddad|Hansen|Ito|Jansen|Johnson|Kaur|Kim|Kowalski|Larsen|Lopez|Martin|Mensah|Moreau|Nakamura|Nguyen|Novak|Okafor|Olsen|Patel|Petrov|Quinn|Rossi|Santos|Schmidt|Silva|Tanaka|Walker|Weber|Young",
  ),
  cities: split(
    "Amsterdam|Athens|Austin|Barcelona|Berlin|Bogota|Boston|Cairo|Chicago|Copenhagen|Denver|Dublin|Helsinki|Jakarta|Lagos|Lima|Lisbon|London|Lyon|Madrid|Melbourne|Mumbai|Nairobi|Osaka|Oslo|Paris|Prague|Seattle|Seoul|Toronto|Vienna|Zurich",
  ),
  countries: split(
    "Argentina|Australia|Austria|Brazil|Canada|Chile|Denmark|Egypt|Finland|France|Germany|Ghana|Greece|India|Ireland|Italy|Japan|Kenya|Mexico|Netherlands|Norway|Peru|Poland|Portugal|Spain|Sweden|Switzerland|Turkey|United Kingdom|United States",
  ),
  countryCodes: split(
    "AR|AU|AT|BR|CA|CL|DE|DK|EG|ES|FI|FR|GB|GR|IE|IN|IT|JP|KE|MX|NL|NO|PL|PT|SE|US",
  ),
  states: split(
    "California|Texas|Oregon|Bavaria|Ontario|Queensland|Andalusia|Tuscany|Normandy|Kanto",
  ),
  streets: split(
    "Oak Street|Maple Avenue|River Road|Station Road|High Street|Park Lane|Mill Road|Church Street|Lake Drive|Hill Street|Garden Way|Harbor Street",
  ),
  companies: split(
    "Acme Corp|Bluebird Labs|Cedar & Co|Northwind Traders|Orchid Systems|Pioneer Foods|Quartz Analytics|Ridge Logistics|Summit Health|Tidal Energy|Velvet Studio|Willow Bank",
  ),
  jobs: split(
    "Accountant|Architect|Data Analyst|Designer|Engineer|Journalist|Nurse|Product Manager|Researcher|Sales Manager|Teacher|Technician",
  ),
  products: split(
    "Wireless Mouse|Coffee Maker|Desk Lamp|Running Shoes|Backpack|Water Bottle|Notebook|Headphones|Office Chair|Phone Case|Rain Jacket|Travel Mug",
  ),
  categories: split(
    "analytics|books|business|education|electronics|finance|food|health|home|music|news|science|software|sports|technology|travel",
  ),
  colors: split("red|orange|yellow|green|blue|indigo|violet|teal|black|white|gray|brown"),
  currencies: split("USD|EUR|GBP|JPY|CHF|CAD|AUD|SEK|INR|BRL"),
  languages: split("en|de|fr|es|it|pt|nl|sv|ja|ko|hi|pl"),
  statuses: split("active|pending|completed|archived|draft|approved|open|closed"),
  sentences: split(
    "The delivery arrived two days earlier than expected.|Customers praise the clear instructions and the friendly support.|The report compares this quarter with the same period of last year.|A short walk from the station leads to the old harbor.|Several users asked for a simpler way to export their data.|The team agreed on the next steps and set a date for the review.|Prices rose slightly while demand stayed the same.|The new version fixes the problem with slow searches.|Most respondents were satisfied with the quality of the product.|The recipe needs fresh herbs, lemon and a little patience.|The author explains a difficult topic in plain words.|Maintenance is planned for the night from Saturday to Sunday.|The garden looks best in early summer.|The invoice was paid in full and no balance remains.|Both teams played well but missed their best chances.|The battery lasts a full day under normal use.",
  ),
};
