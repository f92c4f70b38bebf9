import type { UploadedFile } from "../../input/multipart/parse-multipart.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Call } from "../call-context.ts";
import { invalidField } from "../submission.ts";

/** The uploaded file. Throws an ApiError if it is a plain field, or one of several files. */
export function uploadedFile(call: Pick<Call, "files" | "wireName">): UploadedFile {
  const name = call.wireName("file");
  const [file, other] = (call.files ?? []).filter(({ fieldName }) => fieldName === name);
  if (file !== undefined && other === undefined) return file;
  const message = other
    ? `Expected \`${name}\` to be one file, got \`${file?.fileName}\` and \`${other.fileName}\`. Send each file in a separate request.`
    : `Expected \`${name}\` to be a file, got a plain field. Send it with a file name, as \`curl -F ${name}=@rows.csv\` does.`;
  throw invalidField(call, "file", { message, type: "file" });
}

/** Keeps a temporary file until its sandbox has ended and no request is using the sandbox. */
export function keepFile(file: RowFile, sandbox: Sandbox): void {
  file.keep();
  sandbox.whenOver(() => void file.close());
}
