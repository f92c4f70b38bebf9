import type { IncomingMessage, RequestListener } from "node:http";

/**
 * Serves every form of request target (RFC 9112, 3.2). One in absolute form becomes its path, at
 * the host that it names. Any other that is not a path becomes an unknown path, so that the service
 * responds with its own error instead of a library's.
 */
export function withOriginForm(serve: RequestListener): RequestListener {
  return (req, res) => {
    const target = req.url ?? "";
    if (!target.startsWith("/") && target !== "*") rewrite(req, target);
    return serve(req, res);
  };
}

function rewrite(req: IncomingMessage, target: string): void {
  const { authority, rest } =
    /^https?:\/\/(?<authority>[^/?#]*)(?<rest>.*)/is.exec(target)?.groups ?? {};
  if (authority === undefined || rest === undefined || !URL.canParse(target)) {
    req.url = `/${target}`;
    return;
  }
  req.url = rest.startsWith("/") ? rest : `/${rest}`;
  req.headers.host = authority.slice(authority.lastIndexOf("@") + 1);
}
