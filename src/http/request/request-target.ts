import type { IncomingMessage, RequestListener } from "node:http";

/**
 * Serves requests of every form of target (RFC 9112, 3.2): one in absolute form by its path, at the host that it names. Any other
 * that is no path becomes one that no operation has, so that it is answered as the service would, and not by a library.
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
    /^https?:\/\/(?:[^/?#]*@)?(?<authority>[^/?#]*)(?<rest>.*)$/i.exec(target)?.groups ?? {};
  if (authority === undefined || rest === undefined || !URL.canParse(target)) {
    req.url = `/${target}`;
    return;
  }
  req.url = rest.startsWith("/") ? rest : `/${rest}`;
  req.headers.host = authority;
}
