import type { NamedRecipes } from "../recipe.ts";

/** Dates and times. The year ranges put a start before its end. */
export const TIME_NAMES: NamedRecipes = [
  [
    "{2023..2025}",
    "date|day date|on|published|release date|order date|invoice date|publication date|transaction date|event date|issue date|issued|posting date|purchase date|visit date|report date|publish date|date published|departure date|appointment date|admission date|document date|service date|date posted|meeting date",
  ],
  ["{1950..2006}", "birthday|birth date|birthdate|date of birth|dob|born|date birth"],
  [
    "{2024..2024}",
    "start date|startdate|start|from date|begin date|valid from|effective date|hire date|joined|check in|check in date|since|opening date|started|begin|date start|founded date|join date|contract start date|period start|enrollment date",
  ],
  [
    "{2025..2025}",
    "end date|enddate|end|to date|until|valid to|valid until|return date|check out|check out date|checkout date|completion date|closing date|finish date|finished|completed|date end|ended|contract end date|period end|termination date|discharge date",
  ],
  [
    "{2026..2027}",
    "due date|duedate|due|deadline|expiry date|expiration date|expiration|expiry|expires|delivery date|renewal date|estimated delivery|eta|target date|next appointment|next review date|payment due date|best before|estimated delivery date|expected date",
  ],
  [
    "{2023..2025}T{clock}Z",
    "at|timestamp|datetime|date time|created|updated|modified|last modified|last login|last seen|last updated|occurred|time stamp|ts|start datetime|end datetime|creation date|modification date|created date|updated date|date created|date modified|date added",
  ],
  [
    "{08-20}:{00-59}",
    "time|start time|end time|opening time|closing time|departure time|arrival time|check in time|check out time|time of day|hour|event time|appointment time|meeting time|opens|closes|begin time",
  ],
  [
    "{5-90} minutes",
    "duration|prep time|cook time|cooking time|total time|preparation time|runtime|estimated time|reading time|length|time required|estimated duration|travel time|response time|time spent|wait time|elapsed|running time",
  ],
  [
    "{2-24} months",
    "warranty|period|term length|contract length|timeframe|time frame|timeline|experience length|lease term|tenure|validity",
  ],
  [
    "{1990-2025}",
    "year|model year|publication year|graduation year|release year|year founded|founded|year built",
  ],
  ["Q{1-4} {2023-2026}", "quarter|fiscal quarter|fiscal period"],
  ["{months}", "month|month name|birth month"],
  ["{weekdays}", "day|weekday|day of week|day name|opening day"],
  ["{seasons}", "season"],
];
