import { getSystemErrorMap } from "node:util";
import { SimulatorError } from "../core/errors.ts";

/** The error for a temporary file that can't be written to a folder: nothing that the service would do depends on this disk. */
export function diskError(folder: string, cause: unknown): SimulatorError {
  return new SimulatorError(
    "SIM_DISK",
    `Failed to write a temporary file to \`${folder}\`: ${reasonOf(cause)}. Free space there, or set \`TMPDIR\` to a folder that can be written to.`,
    { cause },
  );
}

/** The error for a temporary file in a folder that can't be read. */
export function diskReadError(folder: string, cause: unknown): SimulatorError {
  return new SimulatorError(
    "SIM_DISK",
    `Failed to read a temporary file in \`${folder}\`: ${reasonOf(cause)}. Check the disk, or set \`TMPDIR\` to a folder on another one.`,
    { cause },
  );
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { errno, code, message } = cause as NodeJS.ErrnoException;
  const [, meaning = message] = getSystemErrorMap().get(errno ?? 0) ?? [];
  return code === undefined ? meaning : `${meaning} (${code})`;
}
