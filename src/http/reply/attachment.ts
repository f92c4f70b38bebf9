/** The header that names a downloaded file (RFC 6266), also in UTF-8 if needed. */
export function attachment(fileName: string): Readonly<Record<string, string>> {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = plain === fileName ? "" : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return { "content-disposition": `attachment; filename="${plain}"${encoded}` };
}
