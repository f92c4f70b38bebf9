const MAX_SHOWN_PATH = 200;

/**
 * A URL as messages show it: origin and path. Credentials, query and fragment are left out,
 * for a pre-signed URL carries its signature there. A long path is cut.
 */
export function showUrl(url: URL): string {
  const { origin, pathname } = url;
  return pathname.length <= MAX_SHOWN_PATH
    ? `${origin}${pathname}`
    : `${origin}${pathname.slice(0, MAX_SHOWN_PATH)}…`;
}
