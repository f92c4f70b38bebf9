/**
 * The header that names a downloaded file (RFC 6266), with a UTF-8 form for names that need one.
 */
export function attachment(fileName: string): Readonly<Record<string, string>> {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = plain === fileName ? "" : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return { "content-disposition": `attachment; filename="${plain}"${encoded}` };
}
