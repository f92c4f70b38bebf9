import type { Facts } from "../core/job/facts.ts";
import type { InputRows } from "./input-rows.ts";

/** A job at one version of the state. Each new fact replaces the record; a record that was handed out never changes. */
export type StoredJob = {
  readonly jobId: string;
  /** Place in the order of submission, from 0. */
  readonly order: number;
  readonly facts: Facts;
  /** The inputs as the client gave them; undefined until they have been read, and if they were refused. */
  readonly rows: InputRows | undefined;
};
