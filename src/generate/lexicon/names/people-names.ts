import { FULL_NAME, type NamedRecipes } from "../recipe.ts";

/** People, their attributes, and their skills. */
export const PEOPLE_NAMES: NamedRecipes = [
  [
    FULL_NAME,
    "name|full name|author|person|people|people mentioned|persons mentioned|customer|owner|recipient|sender|user|contact|member|employee|manager|assignee|assigned to|reviewer|attendee|participant|speaker|patient|doctor|physician|student|teacher|instructor|professor|actor|character|candidate|applicant|client|creator|editor|reporter|seller|buyer|passenger|guest|requester|approver|cardholder|account holder|beneficiary|founder|ceo|spouse|husband|wife|father|mother|brother|sister|friend|child|driver|witness|lawyer|attorney|judge|plaintiff|defendant|signatory|contact person|director|producer|writer|supervisor|lead|by|display name|responsible|responsible person|stakeholder|mentor|coach|player|athlete|winner|narrator|emergency contact|next of kin|interviewer|interviewee|legal name|given by|host name of event|organizer|organiser|coordinator|landlord|tenant|borrower|lender|insured|policyholder|traveler|maintainer|contributor|tutor|chef|scientist|researcher|politician|president|leader|agent",
  ],
  [
    "{firstNames}",
    "first name|firstname|given name|givenname|forename|fname|middle name|middlename|preferred name|first",
  ],
  [
    "{lastNames}",
    "last name|lastname|surname|family name|familyname|lname|maiden name|family|last",
  ],
  [
    "{logins}{1-99}",
    "username|user name|login|handle|nickname|nick|alias|screen name|account name|login name|twitter",
  ],
  ["{salutations}", "salutation|honorific|name prefix|courtesy title"],
  ["{genders}", "gender|sex"],
  ["{nationalities}", "nationality|citizenship|ethnicity"],
  [
    "{jobs}",
    "job|job title|occupation|profession|role|position|designation|job role|jobtitle|career|job name|vacancy|user role|current position|current title|current role|experience title|work title|employment title|position title|work experience title",
  ],
  [
    "{emails}",
    "email|mail|e mail|email address|contact email|reply to|mail address|from email|emailaddress",
  ],
  [
    "+1-{202-989}-555-01{##}",
    "phone|phone number|telephone|telephone number|tel|mobile|mobile number|cell|cell phone|fax|fax number|contact number|phonenumber|whatsapp|msisdn",
  ],
  [
    "{skills}",
    "skill|technology|programming language|framework|tech|tool|competency|expertise|qualification|tech stack|hard skill|soft skill|certification|certificate|ability|library",
  ],
  ["{degrees}", "degree|education level|diploma|highest degree|degree name"],
  [
    "University of {cities}",
    "university|college|school|institution|alma mater|educational institution",
  ],
  ["{hobbies}", "hobby|interest|pastime|leisure activity|interests"],
  [
    "{majors}",
    "major|field of study|specialization|specialty|course of study|discipline|academic field",
  ],
];
