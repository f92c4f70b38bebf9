/** Whether a store is a PostgreSQL database. */
export function isPostgresUrl(store: string): boolean {
  return /^postgres(ql)?:/.test(store);
}
