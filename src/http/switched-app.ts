import type { RequestListener } from "node:http";
import express, { type Express } from "express";
import type { ServedApp } from "./message-classes.ts";

/** Serves the current application, or something else while there is none. */
export function switchedApp(
  current: () => Express | undefined,
  otherwise: RequestListener,
): ServedApp {
  const { request, response } = express();
  const served: ServedApp = Object.assign<RequestListener, Pick<Express, "request" | "response">>(
    (req, res) => {
      const app = current();
      if (app === undefined) return otherwise(req, res);
      // Requests and responses have these prototypes from the start.
      if (app.request !== served.request)
        Object.assign(app, { request: served.request, response: served.response });
      return app(req, res);
    },
    { request, response },
  );
  return served;
}
