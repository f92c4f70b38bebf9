/** The key that a simulator is used with where none is given. */
export const DEFAULT_API_KEY = "sim-key";
