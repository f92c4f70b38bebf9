import type { MentionKind } from "./subject.ts";

const TABLE: { readonly [kind in MentionKind]: string } = {
  person: "person|people|per|name|individual|human|personne|persona|pessoa|人物|人名",
  organization:
    "organization|organisation|org|company|institution|business|brand|organización|entreprise|firma|empresa|組織|机构",
  place:
    "place|location|loc|gpe|city|country|region|address|geo|facility|ort|lieu|lugar|luogo|場所|地点",
  date: "date|time|datetime|dat|datum|fecha|data|日付|日期",
  money: "money|amount|price|currency|monetary|geld|montant|monto|金額|金额",
  email: "email|e mail|mail|email address|contact",
  phone: "phone|phone number|telephone|contact|number|tel",
  url: "url|link|website|uri",
};

const KINDS: ReadonlyMap<string, readonly MentionKind[]> = kinds();

function kinds(): Map<string, MentionKind[]> {
  const all = new Map<string, MentionKind[]>();
  for (const [kind, labels] of Object.entries(TABLE) as [MentionKind, string][])
    for (const label of labels.split("|")) all.set(label, [...(all.get(label) ?? []), kind]);
  return all;
}

/** What a label such as `PERSON` or `LOC` stands for; empty for other labels. */
export function kindsLabeled(label: string): readonly MentionKind[] {
  return KINDS.get(label.toLowerCase().replace(/[_-]+/g, " ")) ?? [];
}
