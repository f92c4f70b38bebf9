import { SharedServer } from "./shared-server.ts";

/** The simulator between jest's global setup and its global teardown, which are separate modules. */
export const JEST_SERVER: SharedServer = new SharedServer();
