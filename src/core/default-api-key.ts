/** The API key to use with a simulator if none is given. */
export const DEFAULT_API_KEY = "sim-key";
