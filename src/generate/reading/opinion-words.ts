/**
 * Words that express opinions, separated by spaces; `*` stands for any ending, and `_` for a space.
 */
export type OpinionWords = {
  readonly good: string;
  /** Words that count twice. */
  readonly best: string;
  readonly bad: string;
  /** Words that count twice. */
  readonly worst: string;
  /** Words of texts that are neither good nor bad. */
  readonly plain: string;
  /** Words that reverse one of the next words. */
  readonly not: string;
  /** Words after which the opinion counts more than before. */
  /** Greetings, which express no opinion although one of their words does. */
  readonly none?: string;
  readonly but: string;
};

/** Opinions by language, for those in Latin script. */
export const OPINION_WORDS: { readonly [language: string]: OpinionWords } = {
  en: {
    none: "quick_reminder quick_question good_morning good_afternoon good_evening good_day best_regards kind_regards best_wishes warm_regards thanks_in_advance thank_you_in_advance would_be_great would_be_nice",
    good: "accurate affordable attractive beautiful* best bonus bright brilliant* charming clean clear* comfortable comfy convenient cool cosy cozy delicious delight delightful durable easily easy efficient effortless* elegant enjoy* fair fantastic* fast favorite favourite fresh friendly fun generous glad good gorgeous grateful great happily happy helpful honest impress* intuitive kind liked likes lovely nice nicely outstanding pleasant pleased pleasure polite positive pretty professional prompt* quick* quiet recommend* refreshing reliable responsive satisfied satisfying sleek smooth* solid spacious stunning sturdy stylish super superb tasty terrific thank thanks thoughtful thrilled top useful value warm welcoming works_well work_well worked_well very_well well_made well_built well_done well_worth wonderful* worked works worth works_great quick_refund full_refund easy_return five_stars every_day use_it_daily like_new",
    best: "absolutely_love adore* amazing* awesome best_purchase excellent exceeded exceptional fabulous flawless* highly_recommend* incredible love loved loves loving magnificent must-have perfect perfection perfectly phenomenal remarkable sensational would_buy_again buy_again nothing_to_complain can't_recommend_it_enough cannot_recommend_it_enough",
    bad: "hacked drains torn smaller_than doesn_t_last didn_t_last won_t_last died dies annoy* angry avoid bad badly bland boring broke broken bug bugs buggy cheap* clumsy cold complain* complaint complicated confus* crack* crash* crushed damage* dead defect* delay* difficult dirty dislike* disturbing down dull error errors expensive fail* fault* faulty fell_apart fell_off fell_down frustrat* hard ignored impossible inaccurate incomplete inconvenient issue issues lack* late lost mess messy missing mistake nasty negative noisy overpriced pain* poor* problem problems refund refused regret* return* rude sad scratch* shame slow* stained stains struggl* stuck tiny trouble ugly unable uncomfortable unclear unfortunate* unhappy unhelpful unpleasant unreliable unresponsive unsatisf* upset* weak worn worse wrong never_again not_answered stopped_working gave_up not_worth two_stars never_arrived not_arrived leaks leaking ignores don't_like do_not_like didn't_like did_not_like",
    worst:
      "abysmal appalling atrocious awful disappoint* disgust* don't_buy do_not_buy dreadful garbage hate hated hates horrible horrid horrific junk pathetic ripoff rip-off scam terrible terribl* unacceptable unusable useless waste worst worthless one_star",
    plain:
      "average decent fine mediocre neither neutral nor ok okay so-so mixed_feelings it's_fine as_expected not_bad nothing_special all_right",
    not: "not no never n't without hardly barely cannot can't don't doesn't didn't isn't wasn't aren't won't wouldn't nothing neither nor cant dont doesnt didnt isnt wasnt",
    but: "but however yet although still though",
  },
  de: {
    none: "guten_tag guten_morgen guten_abend guten_appetit beste_grüße liebe_grüße freundliche_grüße freundlichen_grüßen danke_im_voraus dank_im_voraus wäre_schön wäre_toll wäre_super liebe_kollegen liebe_kolleginnen liebes_team liebe_frau lieber_herr",
    good: "hilfsbereit* liebt* angenehm* bequem* dank* einfach* empfehl* empfohlen* erfreu* fair fein* freundlich* froh funktioniert gelungen* gern* gute guten guter gutes gut glücklich* günstig* hilfreich* hochwertig* hübsch* intuitiv* klasse klar* kompetent* lecker* leicht* leise* lieb* lohnt nett* praktisch* preiswert* pünktlich* robust* sauber* schick* schnell* schön* gemütlich* sicher* solid* stabil* super leistung_stimmt qualität_stimmt wieder_kaufen toll* top wertig* wunderschön* zufrieden* zuverlässig* wie_neu jeden_tag",
    best: "absolut begeister* beste bester bestes besten bestem bestens ausgezeichnet* exzellent* fantastisch* genial* großartig* hervorragend* liebe perfekt* phänomenal* sensationell* spitze sehr_gut* traumhaft* überragend* wunderbar* übertroffen sehr_zufrieden jederzeit_wieder",
    bad: "undicht* überhitz* reinfall frechheit unvollständig* gehackt stürzt hält_nicht hielt_nicht nicht_lange ärger* ärgerlich* abgebrochen beschädigt* beschwer* billig* defekt* dreckig* falsch* fehler* fehlt fehlen gebrochen kaputt* kompliziert* kratzer laut leider langsam* mangel* mängel minderwertig* negativ* problem* reklamation* rückgabe schade schief schlecht* schmutzig* schwach* schwierig* spät* teuer* umständlich* unangenehm* unbequem* unbrauchbar* unfreundlich* unklar* unzufrieden* unzuverlässig* verloren* verspät* warte* zerbrochen* zurückgeschickt zurückgegeben zurückschicken zurücksenden zu_klein zu_groß zu_eng zu_kurz nichts_erhalten nicht_erhalten weißen_bildschirm geld_zurück nicht_mehr nie_angekommen kam_nie_an antwortet_nicht funktioniert_nicht tropft",
    worst:
      "abzocke betrug entsetz* enttäusch* furchtbar* grauenhaft* hasse katastroph* miserabel miserabl* müll nie_wieder nutzlos* schrecklich* schrott schlimm* schlechteste* schlechtester unverschämt* wertlos* zumutung sehr_schlecht*",
    plain:
      "durchschnittlich* mittelmäßig* neutral okay ok passt ordentlich* weder geht_so wie_erwartet nichts_besonderes in_ordnung gemischte_gefühle",
    not: "nicht kein keine keinen keiner nie niemals ohne kaum weder",
    but: "aber jedoch dennoch trotzdem allerdings",
  },
  fr: {
    none: "bonne_journée bonne_soirée merci_d_avance merci_par_avance",
    good: "agréable* aimable* aime* apprécié* beau belle beaux bien bon bonne bons bonnes charmant* clair* confortable* content* efficace* élégant* facile* facilement fiable* fluide* gentil* heureux heureuse honnête* impeccable* intuitif intuitive joli* léger merci optimal* pratique* pro professionnel* propre* rapide* rapidement recommand* ravi* réactif réactive robuste* satisfait* satisfaisant* sérieux silencieu* simple* solide* soigné* super sympa* top utile* comme_neuf",
    best: "adore* adoré exceptionnel* excellent* excellente extraordinaire* fantastique* formidable* génial* géniale incroyable* magnifique* merveilleu* meilleur* parfait* remarquable* sublime* très_satisfait* très_bon très_bonne",
    bad: "abîmé* annulé* cassé* cher chère compliqué* défaut* défectueu* désagréable* difficile* dommage endommagé* erreur* faible* fragile* froid* impoli* incomplet* inconfortable* insatisfait* lent* lente malheureusement manque* mal mauvais* mauvaise mécontent* négatif négative panne perdu* problème* remboursé* remboursement rembourser rayé* regrett* retard* retourné* rouillé* sale sales triste usé* en_retard ne_marche ne_fonctionne",
    worst:
      "affreu* arnaque* catastroph* déçu* décevant* décevante déception déplorable* détest* horrible* inacceptable* inadmissible* inutile* inutilisable* lamentable* nul nulle pire* scandaleu* terrible* à_éviter à_fuir plus_jamais",
    plain: "correct* moyen* moyenne neutre* passable* ordinaire* ok mitigé* sans_plus comme_prévu",
    not: "pas ne n jamais aucun aucune sans rien ni",
    but: "mais cependant pourtant toutefois",
  },
  es: {
    none: "buenos_días buenas_tardes buenas_noches gracias_de_antemano",
    good: "agradable* amable* apreci* barato bien bonito* bonita buen bueno* buena* claro* cómodo* cómoda* contento* contenta* eficaz eficiente* elegante* encanta* fácil* fiable* feliz gracias gusta* gustó honesto* intuitivo* justo limpio* limpia* lindo* linda* práctico* profesional* puntual* rápido* rápida* rápidamente recomend* resistente* rico* rica* satisfecho* satisfecha* seguro silencioso* sólido* suave* útil* como_nuevo vale_la_pena",
    best: "encantado* encantada* espectacular* estupendo* estupenda* excelente* excepcional* extraordinari* fantástic* genial* increíble* magnífic* maravillos* mejor mejores perfect* sensacional* súper muy_bueno muy_buena muy_satisfech*",
    bad: "aburrid* averiad* caro cara complicad* dañad* daño débil defecto* defectuos* desagradable* difícil* equivocad* error* fallo* falla* fallos falta frío incómod* incomplet* insatisfech* lament* lento* lenta* mal mala malo malas malos molest* negativo* olvid* pena perdid* problema* queja* ray* reembolso retras* devol* devuelv* devolver rota roto ruidos* sucia sucio tarde triste* no_funciona nunca_llegó dejó_de_funcionar",
    worst:
      "asco basura decepcion* desastr* desastroso estafa* fatal fraude horribl* inaceptable* inútil* lamentable* malísim* nefast* odi* peor peores pésim* terrible* nunca_más",
    plain:
      "aceptable* normal regular neutral* promedio correcto ok como_esperaba sentimientos_encontrados",
    not: "no ni nunca sin tampoco ningún ninguna nada",
    but: "pero aunque sin_embargo",
  },
  it: {
    none: "buon_giorno buona_sera buona_giornata grazie_in_anticipo",
    good: "affidabil* apprezz* bella bello belle belli bene buon buona buone buoni buono carin* chiar* comod* content* consigli* cortes* efficac* efficient* elegant* facil* felic* funziona gentil* giust* grazie intuitiv* legger* oneste onest* piac* pratic* precis* professional* pulit* puntual* rapid* robust* silenzios* simpatic* soddisfatt* solid* sicur* util* veloc* come_nuovo vale_la_pena",
    best: "adoro amo eccellent* eccezional* fantastic* favolos* incredibil* magnific* meraviglios* miglior* ottim* perfett* splendid* straordinari* stupend* super",
    bad: "cara caro complicat* danneggiat* debol* difett* difficil* disagi* errore errori fastidi* freddo guast* incomplet* insoddisfatt* lament* lent* male mancant* manca negativ* peccato pers* problem* purtroppo reclam* restituit* rimbors* ritard* rott* rumoros* sbagliat* scadent* scomod* sgradevol* sporc* tardi trist* non_funziona",
    worst:
      "delus* deludent* disastr* furto inaccettabil* inutil* odio orribil* pessim* peggior* schifo spazzatura terribil* truffa vergogn* mai_più",
    plain: "accettabil* discret* medio mediocr* neutr* normale nella_media ok così_così",
    not: "non mai senza nessun nessuna né niente",
    but: "ma però tuttavia eppure",
  },
  pt: {
    none: "bom_dia boa_tarde boa_noite",
    good: "adorável agradável agradáveis barato bem boa boas bom bons bonit* clar* confortável confortáveis content* durável eficaz eficiente* elegant* fácil fáceis feliz gentil gost* honest* intuitiv* just* limp* lind* obrigad* prátic* profissiona* pontua* rápid* recomend* resistent* robust* satisfeit* segur* silencios* simpátic* sólid* útil úteis como_novo vale_a_pena",
    best: "ador* adorei amei amo encantad* espetacula* excelent* excepciona* extraordinári* fantástic* incríve* incrível magnífic* maravilhos* melhor* ótim* perfeit* sensaciona* super",
    bad: "avariad* barulhent* car* caro complicad* danificad* defeit* defeituos* demor* demorou desagradáv* devolv* devolução dinheiro_de_volta difíc* difícil errad* err* erro estragad* falh* falt* fri* incomod* incomplet* insatisfeit* lent* mau má más maus negativ* partid* pena perd* problema* quebrad* queix* reclam* reembols* sujo suja tard* trist* atras* infelizmente não_funciona parou_de_funcionar",
    worst:
      "decepcion* desastr* desilu* fraude golpe horríve* horrível inaceitáv* inútil lamentáv* lixo odei* péssim* pior* terríve* terrível vergonh* nunca_mais",
    plain: "aceitável médi* mediano neutr* normal razoável ok mais_ou_menos",
    not: "não nem nunca sem nenhum nenhuma nada jamais",
    but: "mas porém contudo todavia",
  },
  nl: {
    good: "aangenaam* aanrad* aardig* bedankt behulpzaam* betrouwba* blij comfortabel* dank* degelijk* duidelijk* eenvoudig* eerlijk* fijn* gelukkig* gemakkelijk* gezellig* goed goede goedkoop handig* hulpvaardig* leuk* lekker* makkelijk* mooi* netjes nette prettig* professionel* schoon snel* snelle solide sterk* stevig* stil* top tevreden vlot* vriendelijk* werkt zoals_nieuw",
    best: "beste fantastisch* geweldig* heerlijk* perfect* prachtig* schitterend* subliem* super uitmuntend* uitstekend* verrukt fenomenaal heel_tevreden zeer_tevreden",
    bad: "beschadigd* defect* duur dure fout* gebroken helaas ingewikkeld* jammer kapot klacht* kras* lastig* lawaai* langzaam* mankement* mis* moeilijk* negatief onbetrouwba* onduidelijk* ongemakkelijk* ontevreden onvriendelijk* probleem problemen retour* slecht* slechte te_laat terug* geld_terug traag vertraag* vervelend* vies* vuil* zwak* werkt_niet nooit_aangekomen",
    worst:
      "afschuwelijk* belachelijk* bedrog drama oplicht* rampzalig* rommel slechtste teleurgesteld* teleurstell* troep vreselijk* verschrikkelijk* waardeloos waardeloze nooit_meer",
    plain: "gemiddeld* matig* neutraal oké ok prima redelijk* zoals_verwacht niets_bijzonders",
    not: "niet geen nooit zonder noch niets",
    but: "maar echter toch hoewel",
  },
};

/** Passages that express opinions in scripts without spaces; those with more characters count first. */
export const OPINION_PASSAGES: {
  readonly [language: string]: Pick<OpinionWords, "good" | "bad" | "plain">;
} = {
  zh: {
    good: "非常满意 很满意 满意 很好 非常好 太好 真好 好用 好吃 好看 不错 喜欢 推荐 优秀 完美 精美 漂亮 方便 舒服 舒适 划算 实惠 值得 超值 给力 赞 棒 快速 很快 迅速 耐心 热情 开心 高兴 感谢 谢谢 惊喜 没有问题 没问题 五星 回购 再次购买 一如既往 安静 结实 清晰",
    bad: "不满意 不太满意 不好 不太好 不喜欢 不推荐 不值 不方便 不舒服 没有收到 没收到 还没到 差评 很差 太差 差劲 糟糕 失望 垃圾 坏了 损坏 破损 破了 故障 退货 退款 投诉 太慢 很慢 缓慢 太贵 欺骗 骗 假货 漏 缺少 难用 难吃 后悔 生气 问题 错误 划痕 噪音 再也不 停止工作 无法",
    plain: "一般 还行 还可以 凑合 普通 中规中矩 马马虎虎",
  },
  ja: {
    good: "かわいく かわいい 大喜び 喜んで 大満足 満足 良い 良かった よかった いいです とても良 素晴らし すばらし 最高 気に入 おすすめ お勧め オススメ 便利 快適 美味し おいし 嬉し うれし 楽し きれい 綺麗 丁寧 親切 早い 早く 速い 迅速 使いやす 完璧 お得 感謝 ありがとう 問題ありません 問題なく また買 リピート 静か 清潔 丈夫 素敵 すてき 温か",
    bad: "起動しません 早く直 すぐ切れ 小さすぎ 大きすぎ わかりにく 時間かかり 割れ 破れ 不満 満足できません 良くな よくな 悪く 悪い 悪かった 最悪 がっかり 残念 ひどい 酷い 壊れ 故障 不良 破損 傷 遅い 遅れ 届いていません 届きません 届かない 高すぎ 返品 返金 使いにく 使えな 汚れ 不便 苦情 失望 まずい うるさい 二度と 期待外れ ほどではな 使えません 操作できません 真っ白 違いました 合わない おすすめしません お勧めしません 動かな 動きません 返信がありません 問題があ",
    plain: "普通 まあまあ 可もなく不可もなく それなり そこそこ",
  },
  ko: {
    good: "만족 좋아요 좋습니다 좋았 좋은 좋네 추천합 추천해 최고 훌륭 완벽 편리 편해 편안 예뻐 예쁘 맛있 빠르 빨라 빠른 친절 감사 고맙 마음에_들 마음에_듭 재구매 튼튼 조용 만족스 행복 기뻐 문제없",
    bad: "불만 불만족 만족하지 별로 나쁘 나빠 나쁜 최악 실망 고장 파손 불량 망가 늦게 늦었 느려 느리 비싸 환불 반품 불편 더러 시끄 후회 짜증 화가 못 않습니다 오지_않 도착하지 추천하지 작동하지 문제가",
    plain: "보통 그저_그 무난 그냥_그",
  },
};
