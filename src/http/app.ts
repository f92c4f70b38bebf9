import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import type { ControlService } from "./control/control-service.ts";
import { type ExchangeParts, rejectRequest } from "./keep-exchange.ts";
import type { HostGuard } from "./request/host-guard.ts";
import type { Address } from "./request/route.ts";
import { serveExchange } from "./serve-exchange.ts";
import { Service, type ServiceParts } from "./service.ts";

export type AppParts = ExchangeParts &
  ServiceParts & {
    readonly guard: HostGuard;
    /** Lets browsers of other origins use the service; undefined if they can't. */
    readonly crossOrigin: RequestHandler | undefined;
    readonly control: ControlService;
  };

/** The simulated service at one address, as an Express application. */
export function createApp(parts: AppParts, address: Address): Express {
  const app = express();
  app.disable("x-powered-by");
  const server = { parts, address, service: new Service(parts) };
  const serve = (req: Request, res: Response): Promise<void> | undefined =>
    serveExchange(server, req, res);
  app.use((req: Request, res: Response, next) => {
    const error = parts.guard(req.headers.host);
    if (error !== undefined) return rejectRequest(parts, { req, res }, error);
    // The control API is not part of the simulated service, so it is neither recorded nor faulted,
    // nor open to other origins.
    if (parts.control.takes(req)) return parts.control.serve(req, res);
    return parts.crossOrigin === undefined ? serve(req, res) : next();
  });
  if (parts.crossOrigin !== undefined) app.use(parts.crossOrigin, serve);
  return app;
}
