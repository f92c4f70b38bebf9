import type { NamedRecipes } from "../recipe.ts";

/** Prose and short meaningful strings. */
export const PROSE_NAMES: NamedRecipes = [
  [
    "{sentences+}",
    "content|text|body|paragraph|introduction|intro|conclusion|story|article|post|caption|alt|alt text|transcript|transcription|response|output|answer|message|msg|statement|report|narrative|result|definition|meaning|translation|objective|goal|mission|sentence|fact|history|plan|strategy|approach|methodology|scope|biography|bio|email body|chapter text|plot|scenario|notice|announcement|disclaimer|lesson learned|trend|clause|provision|term|policy|translated text|claim|hypothesis|premise|value proposition|experience|achievement|accomplishment|award|obligation|right|change|job description|tweet|post text|social post|post content|linkedin post|subtitle text|blurb|hook|closing|greeting|elevator pitch|signature text|meta description|prompt text|letter|cover letter|comment text",
  ],
  [
    "{summaries+}",
    "summary|overview|description|desc|detail|background|about|info|information|context|event description|product description|short description|abstract|synopsis|executive summary|takeaway|gist|tldr|tl dr|recap|resume text",
  ],
  [
    "{replies+}",
    "reply|suggested reply|suggested response|draft reply|draft response|response draft|reply draft|reply text|email reply|customer reply|auto reply|recommended reply|recommended response|proposed reply|suggested answer",
  ],
  [
    "{quotes}",
    "quote|excerpt|snippet|passage|supporting quote|verbatim|verbatim quote|source quote|evidence|supporting evidence|supporting text|evidence quote|evidence text|text excerpt|source sentence|highlighted text|zitat|citation textuelle|cita textual",
  ],
  ["{inputs}", "input|input text|original text|original|original input|source text|raw text"],
  [
    "{reasons+}",
    "reason|rationale|analysis|assessment|evaluation|finding|observation|insight|interpretation|perspective|finding text|explanation|justification|reasoning|cause|root cause|argument|basis|proof|why|thought|thinking|chain of thought|motivation|support|reasoning step|thought process|logic|inference|critique",
  ],
  [
    "{remarks+}",
    "comment|feedback|review|note|remark|opinion|testimonial|complaint|annotation|memo|review text|customer feedback|special instruction|additional note|impression|compliment",
  ],
  [
    "{steps}",
    "recommendation|suggestion|advice|improvement|next step|action|action item|step|instruction|todo|to do|task|solution|resolution|procedure|guideline|requirement|remedy|mitigation|fix|workaround|follow up|followup|tip|call to action|responsibility|duty|suggested action|recommended action|correction|countermeasure|deliverable|directive|workflow step|homework",
  ],
  [
    "{questions}",
    "question|query|search query|prompt|follow up question|open question|faq|inquiry",
  ],
  [
    "{points}",
    "point|key point|feature|key feature|factor|bullet|bullet point|theme description|quality|aspect description|learning|implication|consideration|assumption",
  ],
  ["{errors}", "error|error message|exception|failure|failure reason|error description|err"],
  [
    "{titles}",
    "title|heading|headline|subject|subtitle|section title|page title|chapter|section|event|event name|project|campaign|milestone|course|lesson|movie|film|show|episode|series|agenda|agenda item|meeting|workshop|conference|report name|tagline|slogan|presentation|topic sentence|seo title|meta title|news|exhibition|publication|journal|magazine|playlist|module|unit title|initiative|program|thesis",
  ],
  ["{strengths}", "benefit|advantage|pro|strength|opportunity|selling point|positive"],
  [
    "{weaknesses}",
    "disadvantage|drawback|con|weakness|issue|problem|concern|risk|risk factor|limitation|threat|warning|caveat|flaw|defect|pain point|negative|challenge|constraint",
  ],
];
