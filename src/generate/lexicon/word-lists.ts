/**
 * Words that are frequent in outputs of language models but missing from libraries; the items of
 * each list are separated by bars.
 */
export const WORD_LISTS = {
  airportCodes:
    "AMS|ATL|BCN|CDG|DEN|DXB|FRA|GRU|HND|ICN|IST|JFK|LAX|LHR|MAD|MUC|NBO|ORD|SEA|SFO|SIN|SYD|VIE|YYZ|ZRH",
  browsers: "Chrome|Firefox|Safari|Edge|Opera",
  categories:
    "analytics|beauty|books|business|clothing|customer service|education|electronics|entertainment|environment|finance|food|furniture|garden|general|health|home|marketing|news|politics|science|shipping|software|sports|technology|tools|toys|travel|weather",
  cities:
    "Amsterdam|Athens|Atlanta|Auckland|Austin|Bangkok|Barcelona|Berlin|Bogota|Boston|Bristol|Brussels|Budapest|Cairo|Cape Town|Chicago|Copenhagen|Dallas|Denver|Dublin|Edinburgh|Geneva|Hamburg|Helsinki|Istanbul|Jakarta|Kyoto|Lagos|Leeds|Lima|Lisbon|London|Lyon|Madrid|Manchester|Melbourne|Milan|Montreal|Mumbai|Munich|Nairobi|Oslo|Ottawa|Paris|Philadelphia|Porto|Portland|Prague|Rome|Rotterdam|San Diego|Santiago|Seattle|Seoul|Singapore|Stockholm|Sydney|Tokyo|Toronto|Valencia|Vancouver|Vienna|Warsaw|Zurich",
  conditions:
    "asthma|bronchitis|common cold|eczema|hay fever|high blood pressure|influenza|iron deficiency|lower back pain|migraine|seasonal allergy|sinusitis|sprained ankle|tonsillitis|type 2 diabetes",
  continents: "Africa|Asia|Australia|Europe|North America|South America",
  countries:
    "Argentina|Australia|Austria|Belgium|Brazil|Canada|Chile|China|Colombia|Czechia|Denmark|Egypt|Finland|France|Germany|Ghana|Greece|India|Indonesia|Ireland|Italy|Japan|Kenya|Mexico|Morocco|Netherlands|New Zealand|Nigeria|Norway|Peru|Poland|Portugal|South Africa|South Korea|Spain|Sweden|Switzerland|Thailand|Turkey|United Kingdom|United States|Vietnam",
  countryCodes:
    "AR|AT|AU|BE|BR|CA|CH|CL|CN|CZ|DE|DK|EG|ES|FI|FR|GB|GR|ID|IE|IN|IT|JP|KE|KR|MX|NL|NO|NZ|PE|PL|PT|SE|TR|US|ZA",
  cuisines:
    "Brazilian|Chinese|Ethiopian|French|Greek|Indian|Italian|Japanese|Korean|Lebanese|Mexican|Moroccan|Spanish|Thai|Turkish|Vietnamese",
  currencies: "USD|EUR|GBP|JPY|CHF|CAD|AUD|SEK|NOK|DKK|PLN|INR|BRL|MXN|CNY|SGD",
  currencyNames:
    "Australian Dollar|Brazilian Real|British Pound|Canadian Dollar|Euro|Indian Rupee|Japanese Yen|Mexican Peso|Norwegian Krone|Polish Zloty|Swedish Krona|Swiss Franc|US Dollar|Yuan",
  degrees: "Bachelor of Arts|Bachelor of Science|Master of Arts|Master of Science|MBA|PhD",
  devices: "desktop|laptop|smartphone|tablet|smart TV|smartwatch",
  difficulties: "easy|medium|hard",
  emojis: "🎉|👍|👏|💡|📈|📦|🔥|🙂|😀|😊|😍|🚀|🤔|✅|⭐",
  emotions:
    "anger|anticipation|confusion|curiosity|disappointment|excitement|fear|frustration|gratitude|joy|relief|sadness|surprise|trust",
  entityTypes: "date|event|location|organization|person|product",
  extensions: "csv|docx|jpg|json|md|pdf|png|pptx|txt|xlsx",
  frequencies: "daily|hourly|monthly|once|quarterly|weekly|yearly",
  genders: "female|male|nonbinary",
  hobbies:
    "baking|board games|camping|chess|cooking|cycling|dancing|drawing|gardening|hiking|knitting|painting|photography|playing the guitar|reading|running|sailing|skiing|swimming|traveling|yoga",
  industries:
    "Aerospace|Agriculture|Automotive|Banking|Construction|Consulting|Education|Energy|Healthcare|Hospitality|Insurance|Logistics|Manufacturing|Media|Pharmaceuticals|Real Estate|Retail|Software|Telecommunications|Tourism",
  intents:
    "ask_question|book_appointment|cancel_order|change_address|check_status|give_feedback|make_payment|report_problem|request_feature|request_refund|reset_password|track_order",
  jobs: "Accountant|Account Manager|Architect|Business Analyst|Civil Engineer|Content Writer|Customer Success Manager|Data Analyst|Data Scientist|Dentist|Designer|DevOps Engineer|Editor|Electrician|Financial Analyst|Graphic Designer|Head of Marketing|HR Manager|Journalist|Lawyer|Marketing Manager|Mechanical Engineer|Nurse|Office Manager|Operations Manager|Pharmacist|Photographer|Physician|Product Manager|Project Manager|Recruiter|Research Scientist|Sales Manager|Security Engineer|Software Engineer|Store Manager|Support Specialist|Teacher|Technician|Translator|UX Researcher|Web Developer",
  keywords:
    "account|analytics|app|automation|battery|billing|booking|budget|camera|cloud|contract|coupon|customer|dashboard|data|delivery|design|discount|education|email|energy|finance|growth|health|hiring|insurance|innovation|invoice|kitchen|leadership|login|logistics|market|marketing|mobile|music|network|nutrition|office|onboarding|packaging|payment|performance|planning|policy|pricing|privacy|product|quality|recipe|refund|release|research|returns|review|safety|sales|schedule|security|service|shipping|software|strategy|subscription|support|survey|sustainability|team|technology|training|travel|update|upgrade|warranty|website|wellness|workflow",
  languageCodes: "ar|cs|da|de|el|en|es|fi|fr|hi|it|ja|ko|nl|no|pl|pt|ru|sv|tr|vi|zh",
  languages:
    "Arabic|Chinese|Czech|Danish|Dutch|English|Finnish|French|German|Greek|Hindi|Italian|Japanese|Korean|Norwegian|Polish|Portuguese|Russian|Spanish|Swedish|Turkish|Vietnamese",
  levels: "low|medium|high",
  licenses: "Apache-2.0|BSD-3-Clause|GPL-3.0|ISC|MIT|MPL-2.0",
  locales: "de-DE|en-GB|en-US|es-ES|fr-FR|it-IT|ja-JP|nl-NL|pl-PL|pt-BR",
  mailHosts: "example.com|example.net|example.org",
  majors:
    "Biology|Business Administration|Chemistry|Computer Science|Economics|Electrical Engineering|History|Law|Mathematics|Mechanical Engineering|Medicine|Nursing|Philosophy|Physics|Political Science|Psychology|Sociology",
  medications:
    "acetaminophen|albuterol|amoxicillin|atorvastatin|cetirizine|ibuprofen|insulin|lisinopril|metformin|omeprazole",
  nationalities:
    "American|Argentine|Australian|Austrian|Brazilian|British|Canadian|Chinese|Danish|Dutch|Egyptian|French|German|Greek|Indian|Irish|Italian|Japanese|Kenyan|Korean|Mexican|Nigerian|Norwegian|Polish|Portuguese|Spanish|Swedish|Turkish",
  operatingSystems: "Android|iOS|Linux|macOS|Windows",
  nouns:
    "account|answer|approach|argument|case|claim|detail|example|explanation|finding|instance|interpretation|note|observation|outcome|pattern|point|question|reading|remark|report|result|scenario|statement|summary|version|view",
  paymentMethods: "bank transfer|cash|credit card|debit card|gift card|invoice|PayPal",
  products:
    "air fryer|alarm clock|backpack|blender|bluetooth speaker|bookshelf|coffee grinder|coffee maker|cutting board|desk lamp|digital camera|electric kettle|electric toothbrush|espresso machine|fitness tracker|floor lamp|gaming mouse|garden hose|hair dryer|hiking jacket|key organizer|laptop sleeve|laptop stand|lunch box|mechanical keyboard|monitor arm|mountain bike|noise-cancelling headset|office chair|phone case|phone charger|picture frame|pillow|power bank|rain jacket|rice cooker|robot vacuum|router|shower curtain|sleeping bag|smart thermostat|smartwatch|standing desk|suitcase|table tennis set|tablet|toaster|tool box|travel mug|umbrella|USB cable|video doorbell|wall clock|water bottle|webcam|winter coat|wireless mouse|wool blanket|yoga mat",
  protocols: "FTP|HTTP|HTTPS|MQTT|SMTP|SSH|TCP|UDP",
  relations:
    "belongs_to|causes|founded_by|located_in|member_of|owns|part_of|produces|related_to|reports_to|uses|works_for",
  salutations: "Dr.|Mr.|Mrs.|Ms.",
  seasons: "autumn|spring|summer|winter",
  sentiments: "mixed|negative|neutral|positive",
  shapes: "circle|hexagon|rectangle|square|triangle",
  shippingMethods: "express|overnight|pickup|standard",
  sizes: "XS|S|M|L|XL",
  skills:
    "accounting|budgeting|C++|cloud computing|communication|copywriting|CSS|data analysis|Docker|Excel|Git|Go|graphic design|Java|JavaScript|Kubernetes|leadership|machine learning|negotiation|Node.js|PostgreSQL|problem solving|project management|public speaking|Python|React|Rust|sales|SQL|statistics|teamwork|time management|TypeScript",
  statuses:
    "active|approved|archived|cancelled|closed|completed|draft|failed|in progress|open|pending|resolved",
  symptoms:
    "back pain|cough|dizziness|fatigue|fever|headache|joint pain|nausea|rash|runny nose|shortness of breath|sore throat",
  teams:
    "Customer Support|Design|Engineering|Finance|Human Resources|IT|Legal|Logistics|Marketing|Operations|Product|Purchasing|Quality Assurance|Research|Sales",
  timezones:
    "America/Chicago|America/Denver|America/Los_Angeles|America/New_York|America/Sao_Paulo|Asia/Dubai|Asia/Kolkata|Asia/Seoul|Asia/Singapore|Asia/Tokyo|Australia/Sydney|Europe/Berlin|Europe/London|Europe/Madrid|Europe/Paris|UTC",
  tones: "casual|cheerful|confident|critical|enthusiastic|formal|friendly|neutral|polite|urgent",
  topics:
    "battery life|billing|build quality|climate change|cost savings|customer support|data privacy|delivery times|digital transformation|employee training|energy prices|healthy eating|interest rates|market trends|mental health|mobile apps|online security|packaging|pricing|product quality|public transport|remote work|renewable energy|returns and refunds|social media|supply chains|sustainability|team culture|time management|user experience|website navigation|work-life balance",
  units: "cm|cups|g|h|kg|km|l|m|ml|pieces|tablespoons|teaspoons",
  vehicles:
    "Audi A4|BMW 320i|Citroën C3|Fiat 500|Ford Focus|Ford Transit|Honda Civic|Hyundai Kona|Kia Ceed|Mazda 3|Nissan Leaf|Peugeot 308|Renault Clio|Skoda Octavia|Tesla Model 3|Toyota Corolla|Toyota Yaris|Volkswagen Golf|Volvo XC40",
  verdicts: "accepted|approved|escalated|inconclusive|needs review|rejected",
  weather: "clear|cloudy|foggy|light rain|partly cloudy|snow|sunny|thunderstorms|windy",
  words:
    "amber|anchor|atlas|beacon|birch|breeze|bridge|canvas|cedar|cinder|cobalt|coral|delta|ember|falcon|fern|forge|garnet|glacier|grove|harbor|hazel|horizon|indigo|iris|ivory|jasper|lagoon|lantern|laurel|linen|lumen|maple|meadow|mesa|nimbus|north|oasis|onyx|opal|orchid|pebble|pioneer|prairie|quartz|raven|ridge|river|saffron|sage|signal|slate|sparrow|summit|tidal|timber|topaz|valley|velvet|willow|winter|zephyr",
  yesOrNo: "yes|no",
} as const;
