/** Words in which the databases differ. */
export type SqlDialect = {
  readonly integer: string;
  readonly bytes: string;
  /** Ends a table whose rows are stored in the order of its key. */
  readonly clustered: string;
};

/**
 * The statements that create the tables with what sandboxes and the server store.
 *
 * An entry is an event. A later one with the same kind and ID replaces it, but keeps its position, so the entries of a sandbox in
 * order are its state. Those that none replaces, such as jobs, have no ID, because an index takes time. Blobs are rows of inputs and
 * files, in compressed chunks.
 */
export function dataTables({ integer, bytes, clustered }: SqlDialect): string {
  return `
CREATE TABLE scenario (hash text PRIMARY KEY, json text NOT NULL, origin text NOT NULL)${clustered};
CREATE TABLE value (hash text PRIMARY KEY, json text NOT NULL)${clustered};
CREATE TABLE sandbox (
  id ${integer} PRIMARY KEY,
  recipe text NOT NULL,
  opened_at ${integer} NOT NULL,
  written_at ${integer} NOT NULL,
  is_used smallint NOT NULL DEFAULT 0,
  has_ended smallint NOT NULL DEFAULT 0,
  last_exchange ${integer} NOT NULL DEFAULT 0,
  reserved_exchanges ${integer} NOT NULL DEFAULT 0
);
CREATE TABLE entry (
  sandbox ${integer} NOT NULL,
  position ${integer} NOT NULL,
  kind text NOT NULL,
  id text,
  json text NOT NULL,
  PRIMARY KEY (sandbox, position)
)${clustered};
CREATE UNIQUE INDEX entry_by_id ON entry (sandbox, kind, id) WHERE id IS NOT NULL;
CREATE TABLE exchange (sandbox ${integer}, number ${integer}, json text NOT NULL, PRIMARY KEY (sandbox, number))${clustered};
CREATE TABLE trace (sandbox ${integer}, number ${integer}, json text NOT NULL, PRIMARY KEY (sandbox, number))${clustered};
CREATE TABLE blob (id ${integer} PRIMARY KEY);
CREATE TABLE blob_use (sandbox ${integer}, blob ${integer}, PRIMARY KEY (sandbox, blob))${clustered};
CREATE TABLE chunk (blob ${integer}, start ${integer}, bytes ${bytes} NOT NULL, PRIMARY KEY (blob, start));
CREATE TABLE expectation (id ${integer} PRIMARY KEY, json text NOT NULL);
CREATE TABLE verdict (id ${integer} PRIMARY KEY, json text NOT NULL);
`;
}

export const DATA_TABLE_NAMES: readonly string[] = [
  ...dataTables({ integer: "", bytes: "", clustered: "" }).matchAll(/CREATE TABLE (\w+)/g),
].map(([, table = ""]) => table);
