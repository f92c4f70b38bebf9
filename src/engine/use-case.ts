import type { Fields, FieldValues, UseCaseNeeds } from "../core/use-case-needs.ts";
import type { OpenFile } from "../input/multipart/parse-multipart.ts";
import type { RowFile } from "../input/row-file.ts";
import type { Answer, Call, CallContext } from "./call-context.ts";

/** Runs a use case at one instant with the fields that it declares. */
type Act<Declared extends Fields> = (
  context: CallContext,
  call: Call<FieldValues<Declared>>,
) => Answer | Promise<Answer>;

export type UseCase<Declared extends Fields = Fields> = UseCaseNeeds & {
  readonly fields: Declared;
  /** Whether a call polls a job, which moves a `poll` clock. */
  readonly isPoll?: true | "until results are ready";
  /** Prepares to receive uploaded files; by default, nothing is done with their bytes as they arrive. */
  readonly receive?: (context: CallContext, rowFile: RowFile) => Promise<OpenFile>;
  readonly act: Act<Declared>;
};

/** A use case that needs nothing of a request, and whose view has no values. */
const DEFAULTS = { fields: {}, errors: [], answers: "view", values: {}, samples: () => [{}] };

type Definition<Declared extends Fields> = Partial<UseCase<Declared>> &
  Pick<UseCase<Declared>, "act">;

/** Makes a use case for the table: `act` gets its fields with their declared types. */
export function useCase<const Declared extends Fields>(definition: Definition<Declared>): UseCase {
  // The table's type erases the fields; the spec, which maps and validates them, was checked against the declarations.
  return { ...DEFAULTS, ...definition } as unknown as UseCase;
}
