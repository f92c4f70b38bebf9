import {
  IncomingMessage,
  type RequestListener,
  type ServerOptions,
  ServerResponse,
} from "node:http";
import express, { type Express } from "express";

/** An Express application, or a handler that replaces it. */
export type ServedApp = RequestListener & Pick<Express, "request" | "response">;

/**
 * Request and response classes with Express's prototypes, for an application's server. Otherwise,
 * Express sets the prototype of each request and response, which gives each its own hidden class.
 * On Node 20, that slows down all code that uses them, and keeps them in memory until a full
 * garbage collection: a status poll takes 250 µs of CPU time without these classes, 105 µs with
 * them, and 200 µs on a bare Express server.
 */
export function messageClasses(
  app: ServedApp,
): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage> extends ServerResponse<Req> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Serves the current application, or a fallback while there is none. */
export function switchedApp(
  current: () => Express | undefined,
  otherwise: RequestListener,
): ServedApp {
  const { request, response } = express();
  const served: ServedApp = Object.assign<RequestListener, Pick<Express, "request" | "response">>(
    (req, res) => {
      const app = current();
      if (app === undefined) return otherwise(req, res);
      // Gives the application the prototypes that the server's requests and responses have.
      if (app.request !== served.request)
        Object.assign(app, { request: served.request, response: served.response });
      return app(req, res);
    },
    { request, response },
  );
  return served;
}
