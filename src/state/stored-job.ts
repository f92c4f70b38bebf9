import type { Facts } from "../core/job/facts.ts";
import type { InputRows } from "./input-rows.ts";

/** A job at one version of the state. Each new fact replaces the record, so existing references never change. */
export type StoredJob = {
  readonly jobId: string;
  /** Position in the order of submission, from 0. */
  readonly order: number;
  readonly facts: Facts;
  /** The inputs as the client sent them; undefined until they have been read, and if they were refused. */
  readonly rows: InputRows | undefined;
};
