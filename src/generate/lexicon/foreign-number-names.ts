/**
 * Number ranges for property names in German, French, Spanish, Italian, and Portuguese, without
 * accents.
 */
export const FOREIGN_NUMBER_NAMES: readonly (readonly [number, number, number, string])[] = [
  [
    1,
    500,
    2,
    "preis|einzelpreis|stuckpreis|prix|prix unitaire|precio|precio unitario|prezzo|preco|kosten|cout|costo|custo",
  ],
  [5, 900, 2, "betrag|montant|importe|importo|monto|zwischensumme"],
  [
    10,
    2000,
    2,
    "gesamtpreis|gesamtbetrag|gesamt|summe|rechnungsbetrag|montant total|importe total|prix total|precio total",
  ],
  [1, 90, 2, "steuer|mwst|tva|iva|impuesto"],
  [18, 80, 0, "alter|edad|idade"],
  [1, 20, 0, "menge|quantite|cantidad|quantita|quantidade"],
  [0, 50, 0, "anzahl"],
  [1990, 2026, 0, "jahr|baujahr|erscheinungsjahr|annee|ano|anno"],
  [1, 12, 0, "monat|mois|mes|mese"],
  [1, 28, 0, "tag|jour|dia|giorno"],
  [1, 5, 1, "bewertung|puntuacion|valutazione|avaliacao|note|punteggio"],
  [
    0,
    1,
    2,
    "konfidenz|confiance|confianza|wahrscheinlichkeit|probabilite|probabilidad|probabilita|probabilidade",
  ],
  [0, 100, 1, "prozent|pourcentage|porcentaje|percentuale|porcentagem"],
  [1, 120, 1, "gewicht|poids|peso"],
  [10, 200, 0, "hohe|hauteur|altura|altezza|lange|longueur|longitud|lunghezza"],
  [25_000, 180_000, 0, "gehalt|salaire|salario|stipendio"],
  [100_000, 9_000_000, 2, "umsatz|ingresos"],
  [-10, 38, 1, "temperatur|temperatura"],
  [1, 240, 0, "dauer|duree|duracion|durata|duracao"],
  [10_000, 99_999, 0, "plz|postleitzahl|code postal|codigo postal"],
];
