/** Whether a body of this type is text that the journal can keep. */
export function isTextual(contentType: unknown): boolean {
  return typeof contentType === "string" && /json|text|xml/.test(contentType);
}
