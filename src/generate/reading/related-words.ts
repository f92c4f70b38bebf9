/** Words of labels, and the beginnings of words that texts about them contain. */
const TABLE: { readonly [label: string]: string } = {
  access:
    "log in|login|logged out|locked out|sign in|password|anmelden|passwort|ログイン|パスワード|密码|비밀번호",
  account:
    "account|login|log in|sign in|password|profile|konto|compte|cuenta|locked out|anmelden|einloggen|passwort|mot de passe|contraseña|ログイン|パスワード|アカウント|账号|密码|로그인|비밀번호",
  address: "address|adresse|anschrift|住所|地址|주소|dirección|indirizzo",
  apparel:
    "jacket|shirt|shoe|sneaker|jeans|dress|coat|sweater|jacke|regenjacke|hose|kleid|schuh|シャツ|靴|ジャケット",
  appointment: "appointment|book a|reserve|termin|予約|预约|예약|rendez-vous|cita",
  beauty: "cream|lotion|makeup|shampoo|perfume|skin|creme|parfum|化粧|シャンプー",
  billing:
    "bill|invoice|charge|payment|rechnung|abbuch|facture|factura|fattura|請求|支払|返金|账单|付款|退款|결제|환불|overcharg|credit card|receipt|abgebucht|quittung|領収書|発票|发票",
  book: "book|novel|author|chapter|buch|roman|本を|小説|书|책",
  bug: "bug|error|crash|broken|fails|fehler|kaputt|erreur|freez|not load|absturz|stürzt|white screen|blank screen|weißen bildschirm|エラー|不具合|真っ白|操作できません|报错|오류",
  business: "company|shares|earnings|merger|ceo|startup|unternehmen|konzern|stellen|企業|会社",
  cancel:
    "cancel|unsubscribe|kündig|stornier|résili|annul|cancela|opzeg|terminate|解約|キャンセル|取消|취소|해지",
  change: "change|ändern|update my|変更|更改|변경|cambiar|modifier",
  clothing:
    "jacket|shirt|shoe|sneaker|jeans|dress|coat|sweater|jacke|winterjacke|regenjacke|hose|kleid|schuh|シャツ|靴|ジャケット|外套|신발",
  complaint:
    "complain|unacceptable|disappoint|angry|beschwer|enttäusch|déçu|queja|never again|lawyer|nie wieder|anwalt|二度と|最悪|苦情|投诉|弁護士",
  critical: "urgent|asap|immediately|emergency|critical|outage|dringend|sofort|urgence|urgente",
  damage: "damag|broken|scratch|crush|dent|beschädigt|kaputt|endommagé|dañad",
  delivery:
    "deliver|parcel|package|courier|arriv|shipment|shipped|liefer|paket|zustell|livr|colis|entrega|envío|paquete|consegna|pacco|bezorg|pakket|geliefert|zugestellt|bestellung|配送|届|荷物|发货|快递|包裹|배송|택배",
  design: "design|color|colo|stylish|ugly|looks good|looks great|beautiful|farbe|couleur",
  education: "school|student|teacher|university|classroom|course|schule|schüler|学校|学生",
  electronics:
    "headphone|earbud|smartphone|phone|laptop|tablet|tv|qled|camera|charger|usb|hdmi|speaker|monitor|bluetooth|router|kopfhörer|fernseher|kamera|handy|イヤホン|カメラ|ドライヤー|パソコン|テレビ|耳机|手机|이어폰|카메라",
  entertainment: "film|movie|music|concert|actor|singer|festival|serie|映画|音楽|アニメ",
  environment: "climate|emission|wind|solar|recycl|windkraft|umwelt|klima|温暖化|環境",
  escalation:
    "lawyer|attorney|legal action|sue you|court|unacceptable|supervisor|manager|last warning|anwalt|gericht|unverschämt|vorgesetzt|弁護士|消費者センター|律师|변호사|avocat|abogado|avvocato|advogado|advocaat",
  exchange: "exchange|replace|umtausch|ersatz|交換|换货|교환",
  fashion:
    "jacket|shirt|shoe|sneaker|jeans|dress|coat|sweater|jacke|winterjacke|regenjacke|hose|kleid|schuh|シャツ|靴|ジャケット",
  feature:
    "feature|would be great if|please add|wish|neue funktion|exportfunktion|could you add|add support|would be nice|einzubauen|einbauen|wäre es möglich|wäre schön, wenn|dark mode|追加してほしい|ダークモード|増やして",
  feedback: "feedback|suggest|review",
  finance:
    "bank|invest|stock|market|profit|revenue|inflation|aktie|bourse|interest rate|rates|central bank|loan|zins|金利|利上げ|円相場|株価",
  food: "food|meal|restaurant|taste|delicious|recipe|essen|repas|comida|coffee|tea|chocolate|snack|beans|wine|cheese|kaffee|espresso|wein|käse|コーヒー|お茶|咖啡|커피",
  fraud: "fraud|scam|stolen|unauthorized|betrug|hack|phish|詐欺|诈骗|사기",
  furniture:
    "table|chair|sofa|shelf|desk|bed|tisch|esstisch|stuhl|schrank|regal|テーブル|椅子|ソファ|家具",
  garden: "mower|garden|hose|plant|lawn|rasenmäher|garten|hochdruckreiniger|庭",
  health:
    "health|doctor|hospital|patient|disease|medical|gesund|arzt|santé|salud|diet|heart|symptom|vaccine|nurse|krank|健康|病院|薬",
  home: "table|chair|sofa|lamp|vacuum|kettle|blender|coffee maker|bedding|tisch|esstisch|stuhl|staubsauger|kaffeemaschine|bettwäsche|waschmaschine|テーブル|椅子|炊飯器|沙发|의자",
  kitchen:
    "kettle|blender|toaster|pan|pot|knife|coffee maker|kaffeemaschine|wasserkocher|炊飯器|鍋|包丁",
  legal:
    "lawyer|attorney|legal action|sue|court|contract|anwalt|gericht|klage|弁護士|律师|변호사|avocat|abogado|avvocato|advogado|advocaat",
  login:
    "log in|login|locked out|sign in|password|anmelden|passwort|ログイン|パスワード|密码|비밀번호",
  marketing: "campaign|advertis|newsletter|branding|werbung|広告",
  news: "announced|reported|breaking|発表|報道",
  order: "order|bestell|commande|pedido|ordine|注文|订单|주문",
  password: "password|passwort|mot de passe|contraseña|パスワード|密码|비밀번호",
  payment: "pay|payment|credit card|invoice|charged|zahl|rechnung|支払|付款|결제",
  politics:
    "president|election|parliament|government|minister|policy|wahl|regierung|gouvernement|senat|congress|chancellor|vote|bundesregierung|bundestag|首相|大統領|選挙|政府",
  praise: "thank you for|fantastic|great job|ありがとう|素晴らし|谢谢|감사|merci|gracias",
  price:
    "価格|値段|价格|가격|price|cheap|expensive|cost|value for|money|preis|teuer|günstig|billig|prix|cher|precio|caro|prezzo",
  quality:
    "quality|sturdy|durable|solid|fault|broke|stopped working|works|wonderful|scratch|qualität|defekt|kaputt|qualité|calidad|qualità|品質|质量|품질",
  refund:
    "refund|money back|reimburs|rückerstatt|geld zurück|rembours|reembols|rimborso|dinero de vuelta|erstatt|zurückerstatt|terugbetal|返金|退款|환불",
  request:
    "please|could you|can you|would you|i want|i need|i would like|i'd like|bitte|könnten sie|können sie|ich möchte|ich brauche|ください|お願い|してほし|いただけ|s'il vous plaît|pourriez|por favor|quiero|vorrei|per favore|gostaria|graag|kunt u|请|부탁|주세요",
  return:
    "return|send back|exchange|retoure|zurücksend|zurückgeschickt|retour|devolv|devoluci|rücksend|返品|退货|반품",
  sales: "buy|purchase|quote|pricing|discount|kaufen|angebot|acheter|comprar",
  science: "research|study|scientist|spacecraft|nasa|mission|telescope|forsch|studie|研究|科学",
  security: "security|hack|phish|breach|vulnerab|sicherheit",
  selfharm:
    "kill myself|suicide|end my life|hurt myself|selbstmord|umbringen|want to die|nicht mehr leben|自殺|死にたい|生きていたくない|suicidio",
  service: "service|support|staff|helpdesk|bedien|personal|mitarbeiter|servicio|servizio",
  sexual: "sex|nude|porn|naked|xxx|nackt",
  shipping:
    "ship|deliver|parcel|package|courier|versand|liefer|paket|livraison|colis|envío|spedizione|geliefert|zugestellt|bestellung|配送|届|荷物|发货|快递|包裹|배송|택배",
  software: "software|app|api|code|update|install|アプリ|ソフト",
  spam: "free money|winner|you won|click here|lottery|prize|act now|viagra|bitcoin|gewonnen|claim your|gift card|cheap|subscribe now|100% free|jetzt klicken|klick hier|klicken sie hier|hier klicken|gratis gewinn|当選|今すぐクリック|中奖",
  sport:
    "match|team|goal|league|player|championship|score|spiel|mannschaft|équipe|partido|bike|bicycle|tennis|yoga|trampoline|football|soccer|fahrrad|fußball|borussia|bayern münchen|gewonnen|試合|自転車|比赛",
  subscription: "subscri|abo|membership|サブスク|会員|订阅|구독|abonnement|suscripción",
  support: "support|help|agent|customer service|helpdesk|answered|refund|hilfe|aide|ayuda|soporte",
  technical:
    "error|crash|bug|broken|not work|stopped working|doesn't work|install|app|website|fehler|funktioniert nicht|schleudert nicht|startet nicht|white screen|blank screen|weißen bildschirm|panne|fallo|真っ白|操作できません|故障|壊れ|エラー|动かない|坏了|오류|고장",
  technology: "software|app|computer|phone|ai|device|internet|digital",
  tool: "drill|saw|hammer|screwdriver|hochdruckreiniger|akkuschrauber|bohr|säge|工具",
  toxic:
    "idiot|stupid|moron|dumb|hate you|shut up|loser|scum|disgusting|asshole|fuck|bitch|blöd|dumm|vollidiot|trottel|halt die klappe|arschloch|scheiß|バカ|馬鹿|死ね|くたばれ|傻|idiota|imbécil|connard|cretin|hurensohn",
  toy: "toy|game|lego|doll|puzzle|spielzeug|puppe|おもちゃ|玩具|장난감",
  track:
    "where is my|tracking|status of|sendungsnummer|wann kommt|when will|not arrived|never arrived|届いていません|届きません|还没到",
  travel: "travel|flight|hotel|trip|airport|reise|flug|voyage|viaje",
  urgent:
    "urgent|asap|immediately|emergency|right away|dringend|sofort|urgence|urgente|至急|緊急|今すぐ|紧急|尽快|급히|긴급|umgehend|unverzüglich",
  violence:
    "kill|hurt|murder|punch|stab|shoot|beat you|bomb|töten|umbring|verprügel|殺す|殴る|tuer|matar",
  warranty: "warrant|guarantee|garantie|garantía|保証|保修|보증",
  weather: "storm|typhoon|rain|snow|forecast|wetter|sturm|regen|台風|気象|天気",
};

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLE).map(([label, words]) => [label, words.split("|")]),
);
/** Labels with fewer letters are not forms of others. */
const SHORTEST_FORM = 5;

/** The beginnings of words that show that an input is about a label's word. */
export function wordsFor(label: string): readonly string[] {
  return WORDS.get(label) ?? WORDS.get(formOf(label) ?? "") ?? [stemOf(label)];
}

/** The word in the table that a word is a form of, such as "cancel" for "cancellation". */
function formOf(label: string): string | undefined {
  if (label.length < SHORTEST_FORM) return undefined;
  for (const word of WORDS.keys())
    if (word.length >= SHORTEST_FORM && label.startsWith(word)) return word;
  return undefined;
}

const SHORTEST_STEM = 4;
const ENDING = 2;

/** The beginning that most forms of an English word share. */
function stemOf(word: string): string {
  return word.slice(0, Math.max(SHORTEST_STEM, word.length - ENDING));
}
