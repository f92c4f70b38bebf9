import type { NamedRecipes } from "../recipe.ts";

/** Companies, trade, and classification. */
export const BUSINESS_NAMES: NamedRecipes = [
  [
    "{firms}",
    "company|employer|brand|manufacturer|vendor|organization|organisation|org|supplier|merchant|retailer|publisher|agency|firm|business|store|shop|issuer|bank|carrier|airline|insurer|insurance company|competitor|partner|provider|distributor|studio|foundation|corporation|startup|subsidiary|sponsor|affiliation|contractor|sold by|label company|customer company",
  ],
  ["{things}", "product|product title|reviewed product|reviewed item"],
  [
    "{products}",
    "item|merchandise|goods|article name|equipment|device name|asset|commodity|part|component name|accessory|gadget|line item|wishlist item|line item description|item description",
  ],
  ["{departments}", "product category|product department|aisle"],
  ["{industries}", "industry|sector|market|industry sector|vertical|business sector"],
  [
    "{categories}",
    "category|subcategory|sub category|type|kind|class|classification|label|genre name|cluster|segment|primary category|tag group|area|field|subject area|domain area|predicted class|predicted label|practice area",
  ],
  [
    "{topics}",
    "topic|subject matter|theme|aspect|main topic|metric|indicator|kpi|measure|attribute name|criterion|criteria|focus|focus area|concept|highlight|key phrase|keyphrase|phrase|important phrase|main idea|need|interest topic|key topic|issue type|trend name|choice|option|alternative|choice text|option text|option label",
  ],
  [
    "{keywords}",
    "keyword|tag|key|term name|word|token text|search term|seo keyword|buzzword|namespace|keyword text|tag value|tag label|tag text|keyword value",
  ],
  ["#{keywords}", "hashtag"],
  [
    "{entities}",
    "entity|named entity|entity name|mention|source|target|source entity|target entity|entity text|mention text|entity value|head|tail",
  ],
  ["{entityTypes}", "entity type|entity label|entity category|ner label|node type"],
  ["{sentiments}", "sentiment|polarity|overall sentiment|sentiment label|attitude|stance"],
  ["{emotions}", "emotion|mood|feeling|primary emotion|dominant emotion"],
  [
    "{tones}",
    "tone|tone of voice|style|writing style|voice|personality|trait|personality trait|adjective",
  ],
  [
    "{levels}",
    "level|severity|priority|urgency|impact|likelihood|importance|confidence|complexity|risk level|confidence level|severity level|seriousness|intensity|relevance|quality level|effort|certainty|strength level|risk rating|volume level|impact level|probability|credibility",
  ],
  [
    "{statuses}",
    "status|order status|payment status|current status|job status|progress|phase|stage|condition status|state of order|lifecycle|availability|disposition",
  ],
  ["{verdicts}", "decision|verdict|outcome|ruling|judgment|judgement|determination|approval"],
  ["{intents}", "intent|user intent|intention|purpose code|request type|intent name"],
  ["{yesOrNo}", "is|has|can|should|was|yes or no|consent|eligible|flag"],
  ["{frequencies}", "frequency|interval|recurrence|cadence|billing cycle|schedule|periodicity"],
  ["{paymentMethods}", "payment method|payment type|payment|method of payment|payment option"],
  ["{shippingMethods}", "shipping method|delivery method|shipping option|delivery type|shipping"],
  ["{currencies}", "currency|currency code|currency iso|ccy"],
  ["{currencyNames}", "currency name"],
  ["{units}", "unit|unit of measure|uom|measurement unit|measurement"],
  ["{sizes}", "size|clothing size"],
  [
    "{AAA}-{####}",
    "code|sku|reference|ref|order number|invoice number|invoice id|order id|ticket number|ticket|tracking number|serial number|serial|part number|reference number|confirmation number|booking reference|case number|po number|purchase order|contract number|product code|item code|policy number|invoice no|order no|model number|license number|registration number|patent number|customer number|error code|coupon code|promo code|discount code|claim number|document number|receipt number|batch number|lot number|case id|ticket id|product id|passport number|bill number|reservation number|clause number|employee id|course code",
  ],
  ["GB{#########}", "vat id|vat no|vat registration number|ust id"],
  [
    "{########}",
    "account number|bank account|member number|routing number|national id|tax id|vat number|ein|npi|mrn",
  ],
  [
    "{@credit-card}",
    "credit card number|card number|credit card|cc number|payment card number|debit card number",
  ],
  ["{100-665}-{10-99}-{1000-9999}", "ssn|social security number|social security"],
  ["{isbns}", "isbn"],
  ["{ibans}", "iban"],
  ["{AAAA}", "symbol|ticker|ticker symbol|stock symbol"],
  ["{AA}{100-999}", "flight number|flight|train number|bus number|vehicle number"],
  ["{AA}-{AA}-{1000-9999}", "license plate|plate number|number plate|registration plate|plate"],
  ["{licenses}", "license|licence|software license"],
  ["{teams}", "department|division|team|group|business unit|assigned team|responsible team"],
  ["{relations}", "relation|relationship|predicate|relation type|relationship type|edge type"],
  ["{14-60} days net", "payment term|term of payment"],
  ["{1-30}{A}", "seat number|seat"],
  ["{A}{1-40}", "gate"],
];
