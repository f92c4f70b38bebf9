/** Key under which vitest's global setup provides the control URL to the workers. */
export const CONTROL_URL = "batchSimControlUrl";
