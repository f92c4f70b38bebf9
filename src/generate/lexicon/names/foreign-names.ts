import type { NamedRecipes } from "../recipe.ts";

/** The most common names in German, French, Spanish, Italian, and Portuguese, without accents. */
export const FOREIGN_NAMES: NamedRecipes = [
  [
    "{fullNames}",
    "nombre completo|nom complet|nome completo|kunde|kundin|kundenname|cliente|autor|auteur|autore|benutzer|mitarbeiter|ansprechpartner|verfasser|empfanger|absender|destinataire|expediteur",
  ],
  ["{firstNames}", "vorname|prenom|nombre|nome|primer nombre|primeiro nome"],
  ["{lastNames}", "nachname|familienname|nom|nom de famille|apellido|cognome|sobrenome"],
  ["{salutations}", "anrede|civilite|tratamiento"],
  [
    "{emails}",
    "correo|correo electronico|courriel|adresse email|adresse mail|adresse e mail|posta elettronica|mail adresse|e mail adresse|email adresse|mailadresse",
  ],
  [
    "+1-{202-989}-555-01{##}",
    "telefon|telefonnummer|telefono|telefone|handynummer|handy|numero de telephone|numero de telefono|celular|cellulare",
  ],
  ["{jobs}", "beruf|metier|profesion|professione|profissao|stelle|poste|puesto|cargo"],
  ["{genders}", "geschlecht|sexe|genero|sesso"],
  [
    "{nationalities}",
    "staatsangehorigkeit|nationalitat|nationalite|nacionalidad|nazionalita|nacionalidade",
  ],
  [
    "{cities}",
    "stadt|ort|wohnort|geburtsort|ville|ciudad|citta|cidade|localidad|lieu|lugar|luogo|standort",
  ],
  ["{countries}", "land|pays|pais|paese|herkunftsland"],
  ["{states}", "bundesland|provincia"],
  ["{1-240} {streets}", "strasse|rue|calle|rua"],
  ["{1-240} {streets}, {cities}", "adresse|anschrift|direccion|indirizzo|endereco|domicilio"],
  ["{##}{###}", "plz|postleitzahl|code postal|codigo postal|codice postale|cep"],
  [
    "{2023..2025}",
    "datum|fecha|rechnungsdatum|bestelldatum|lieferdatum|date de facture|fecha de pedido",
  ],
  [
    "{1950..2006}",
    "geburtsdatum|geburtstag|date de naissance|fecha de nacimiento|data di nascita|data de nascimento",
  ],
  ["{2024..2024}", "startdatum|beginn|date de debut|fecha de inicio|data di inizio|data de inicio"],
  ["{2025..2025}", "enddatum|ende|date de fin|fecha de fin|data di fine|data de fim"],
  ["{2026..2027}", "falligkeitsdatum|frist|echeance|date limite|fecha de vencimiento|scadenza"],
  ["{08-20}:{00-59}", "uhrzeit|heure|hora|orario"],
  ["{5-90} minutes", "dauer|duree|duracion|durata|duracao"],
  [
    "{firms}",
    "firma|unternehmen|entreprise|societe|empresa|azienda|hersteller|lieferant|fournisseur|proveedor|marke|marque|marca",
  ],
  ["{products}", "produkt|produit|producto|prodotto|produto|artikel"],
  ["{categories}", "kategorie|categorie|categoria|typ|tipo"],
  ["{titles}", "titel|titre|titulo|titolo|betreff|objet|asunto|oggetto|assunto|uberschrift"],
  ["{summaries+}", "zusammenfassung|resume|resumen|riassunto|resumo|samenvatting|sintesi"],
  [
    "{sentences+}",
    "beschreibung|descripcion|descrizione|descricao|inhalt|contenu|contenido|contenuto|conteudo|nachricht|mensaje|messaggio|mensagem|texte|texto|testo|antwort|reponse|respuesta|risposta|resposta|analyse",
  ],
  [
    "{reasons+}",
    "begrundung|grund|raison|razon|motivo|erklarung|explication|explicacion|spiegazione|explicacao",
  ],
  [
    "{remarks+}",
    "kommentar|bemerkung|anmerkung|commentaire|comentario|commento|notiz|remarque|avis",
  ],
  [
    "{steps}",
    "empfehlung|massnahme|recommandation|recomendacion|raccomandazione|recomendacao|aufgabe|tache|tarea|tarefa|etape",
  ],
  ["{questions}", "frage|pregunta|domanda|pergunta"],
  ["{sentiments}", "stimmung|sentimiento|sentimento|tonalite"],
  [
    "{keywords}",
    "schlagwort|stichwort|schlagworte|schlusselworter|mot cle|mots cles|palabra clave|palabras clave|parola chiave|parole chiave|palavra chave|palavras chave|etiqueta",
  ],
  ["{topics}", "thema|themen|tema|sujet|argomento|assunto principal"],
  ["{languages}", "sprache|langue|idioma|lingua"],
  ["{currencies}", "wahrung|devise|moneda|valuta|moeda"],
  [
    "{levels}",
    "prioritat|dringlichkeit|priorite|prioridad|priorita|prioridade|schweregrad|niveau|nivel|livello",
  ],
  ["{statuses}", "statut|stato"],
  ["{colors}", "farbe|couleur|colore"],
  [
    "{AAA}-{####}",
    "rechnungsnummer|bestellnummer|kundennummer|auftragsnummer|artikelnummer|vertragsnummer|numero de facture|numero de factura|numero de commande|numero de pedido",
  ],
  ["https://example.com/{words}/{words}", "webseite|site web|sitio web|sito web|enlace|lien"],
  ["{ingredients}", "zutat|zutaten|ingrediente"],
  ["{strengths}", "vorteil|vorteile|starken|avantage|ventaja|vantaggio"],
  [
    "{weaknesses}",
    "nachteil|nachteile|schwachen|inconvenient|desventaja|svantaggio|risiko|risque|riesgo",
  ],
  ["{errors}", "fehler|erreur"],
];
