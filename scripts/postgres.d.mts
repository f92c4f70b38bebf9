/** Folder of the programs `postgres` and `initdb`; undefined if the machine does not have them. */
export function postgresFolder(): string | undefined;

/** A connection path to the server that can be interrupted. */
export type Relay = {
  /** Breaks every connection, and refuses new ones until `mend`. */
  readonly cut: () => void;
  /** Stops forwarding on all connections, which stay open; new ones are silent until `mend`. */
  readonly stall: () => void;
  readonly mend: () => void;
};

/** A running PostgreSQL server in a temporary folder. */
export type Postgres = {
  /** The URL of a database, usually through the relay. */
  readonly url: (database?: string) => string;
  /** The temporary folder, which the server's user can write to. */
  readonly folder: string;
  /** Folder of its programs. */
  readonly programs: string;
  readonly relay: Relay;
  /** Opens another path to the server, which can be interrupted separately. */
  readonly openRelay: () => Promise<Relay & { readonly url: string }>;
  readonly stopServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  /** Stops the server and all relays, and removes the folder. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts a server with an empty cluster. `settings` are its options, such as `{ fsync: "off" }`; with `listen_addresses` and
 * `port`, clients connect to it directly.
 */
export function startPostgres(settings?: Readonly<Record<string, string>>): Promise<Postgres>;
