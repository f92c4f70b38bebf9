import type { NamedRecipes } from "../recipe.ts";

/** Places. */
export const PLACE_NAMES: NamedRecipes = [
  [
    "{1-240} {streets}, {cities}",
    "address|full address|mailing address|billing address|shipping address|home address|location address|postal address|delivery address|venue address|street and city",
  ],
  [
    "{1-240} {streets}",
    "street|street address|address line|line|address line one|road|street name and number",
  ],
  ["{streets}", "street name|streetname"],
  ["Suite {100-990}", "apartment|apt|suite|unit number|building|floor|address line two"],
  [
    "{cities}",
    "city|town|location|destination|origin|municipality|birthplace|place|place of birth|hometown|departure city|arrival city|locality|place name|site|landmark|departure location|arrival location|metro area|headquarters|area name",
  ],
  ["{counties}", "county|district|neighborhood|neighbourhood|borough"],
  ["{states}", "state|province|region|state name|territory"],
  ["{stateCodes}", "state code|state abbreviation|province code"],
  ["{countries}", "country|nation|country name|country of origin|homeland"],
  ["{countryCodes}", "country code|iso country|alpha two|countrycode|market code"],
  ["{continents}", "continent"],
  ["{##}{###}", "postcode|postal code|postalcode|zip|zipcode|zip code"],
  ["{timezones}", "timezone|time zone|tz"],
  ["{cities} International Airport", "airport|airport name"],
  ["{airportCodes}", "airport code|iata|iata code|departure airport|arrival airport"],
  ["Hotel {lastNames}", "hotel|accommodation|venue|lodging"],
  ["{cities} General Hospital", "hospital|clinic|facility"],
  ["{lastNames}'s Kitchen", "restaurant|cafe"],
  ["{cities} {weekdays} Market", "attraction|point of interest|poi|activity|sight"],
];
