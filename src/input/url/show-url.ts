const MAX_SHOWN_PATH = 200;

/**
 * A URL for messages: origin and path. Credentials, query, and fragment are omitted,
 * because a pre-signed URL has its signature there. A long path is shortened.
 */
export function showUrl(url: URL): string {
  const { origin, pathname } = url;
  return pathname.length <= MAX_SHOWN_PATH
    ? `${origin}${pathname}`
    : `${origin}${pathname.slice(0, MAX_SHOWN_PATH)}…`;
}
