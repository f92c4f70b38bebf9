import type { NamedRecipes } from "../recipe.ts";

/** Food, art, medicine, and measurements. */
export const WORLD_NAMES: NamedRecipes = [
  ["{shapes}", "shape|geometric shape|figure"],
  [
    "{dishes}",
    "dish|meal|recipe|recipe name|menu item|food|breakfast|lunch|dinner|snack|food item|main course|appetizer",
  ],
  ["{ingredients}", "ingredient|ingredient name|allergen|topping|substitute"],
  ["{cuisines}", "cuisine|cuisine type"],
  ["{animals}", "animal|species|pet|pet type|animal type"],
  ["{breeds}", "breed"],
  ["{vehicles}", "vehicle|car|car model|vehicle model"],
  ["{vehicleMakes}", "make|car make|vehicle make|car brand"],
  ["{bookTitles}", "book|book title|novel|literature|citation title"],
  ["{genres}", "genre|book genre|movie genre"],
  ["{artists}", "artist|band|singer|musician|composer"],
  ["{songs}", "song|track|song title|track name"],
  ["{albums}", "album|album title"],
  ["{materials}", "material|fabric|texture|composition"],
  ["{symptoms}", "symptom|chief complaint|side effect|allergy"],
  [
    "{medications}",
    "medication|drug|medicine|prescription|medication name|treatment|active ingredient",
  ],
  ["{1-8}00 mg", "dosage|dose"],
  ["{weather}", "weather|forecast|weather condition"],
  ["{1-20}.{1-9} kg", "weight|mass|net weight"],
  ["{10-190} cm", "height|width|depth|thickness|diameter"],
  ["{10-90} x {10-90} x {10-90} cm", "dimension|measurement text|product dimension"],
  ["{1-90} km", "distance|range|radius"],
  ["{5-30} °C", "temperature|temp"],
  ["{1-98}%", "percentage|percent|growth|growth rate|change percent|discount|market share|share"],
  ["{difficulties}", "difficulty|difficulty level|skill level"],
  [
    "{conditions}",
    "diagnosis|condition|disease|medical condition|illness|chronic condition|disorder",
  ],
];
