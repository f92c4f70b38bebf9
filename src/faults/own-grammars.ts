// Generated from the folders beside this file: `npm run docs`.
export { addFieldGrammar as addField } from "./add-field/grammar.ts";
export { corruptFileGrammar as corruptFile } from "./corrupt-file/grammar.ts";
export { delayGrammar as delay } from "./delay/grammar.ts";
export { dropFieldGrammar as dropField } from "./drop-field/grammar.ts";
export { errorGrammar as error } from "./error/grammar.ts";
export { notFoundAfterCreateGrammar as notFoundAfterCreate } from "./not-found-after-create/grammar.ts";
export { rateLimitGrammar as rateLimit } from "./rate-limit/grammar.ts";
export { renameFieldGrammar as renameField } from "./rename-field/grammar.ts";
export { resetGrammar as reset } from "./reset/grammar.ts";
export { slowBodyGrammar as slowBody } from "./slow-body/grammar.ts";
export { staleStatusGrammar as staleStatus } from "./stale-status/grammar.ts";
export { statusGrammar as status } from "./status/grammar.ts";
export { truncateGrammar as truncate } from "./truncate/grammar.ts";
export { wrongContentTypeGrammar as wrongContentType } from "./wrong-content-type/grammar.ts";
