import type { Request } from "express";
import { andThen } from "../../core/and-then.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { LONG_LIST } from "../../core/lazy-list.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import type { Answer } from "../../engine/call-context.ts";
import { inSlices } from "../../engine/in-slices.ts";
import { asObject, headersIn } from "../../spec/document-place.ts";
import type { Operation } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";
import { compileTemplate } from "../../spec/template/template.ts";
import { wireContext, wireContextInSteps } from "../../spec/template/wire-context.ts";
import type { RoutedCall } from "../request/incoming-call.ts";
import { attachment, streamOf } from "./byte-range.ts";
import { largeJsonReply } from "./large-json.ts";

/** Maps a use case's answer to a reply, in the shape that the operation's `response` defines. */
export function answerReply(
  { identity, route, req }: RoutedCall,
  answer: Answer,
): Reply | Promise<Reply> {
  const { spec, sandbox } = identity;
  const { operation } = route;
  const { response, successStatus } = operation;
  switch (answer.kind) {
    case "view":
      return viewReply(spec, operation, answer.view, sandbox.name);
    case "results":
      // The first results request loads the encoders.
      return import("./results-reply.ts").then(({ resultsReply }) =>
        resultsReply(operation, req, answer.results),
      );
    case "lines":
      return {
        status: successStatus,
        headers: contentType(response),
        body: linesOf(spec, response, answer.updates),
        isLive: true,
      };
    case "file":
      return fileReply(operation, req, answer);
    case "page":
      return pageReply(spec, operation, req, answer.view);
  }
}

function fileReply(
  { response, successStatus }: Operation,
  req: Request,
  { file, stored }: Extract<Answer, { kind: "file" }>,
): Reply | Promise<Reply> {
  const { fileName, bytes, format } = file;
  const described = stored === undefined ? response : (asObject(response)["uploaded"] ?? {});
  const headers = { ...contentType(described), ...attachment(fileName) };
  const { byteLength } = bytes;
  const reply = { status: successStatus, headers, body: bytes, byteLength, file: { kind: format } };
  if (stored === undefined) return reply;
  return import("./stored-file.ts").then(({ storedFileReply }) =>
    storedFileReply(req, { reply, body: streamOf(bytes), stored }),
  );
}

export function answerView(spec: Spec, operation: Operation, view: JsonObject): JsonValue {
  return operation.template()(wireContext(spec, view));
}

/** Maps a view to a reply. If a list in the view is long, pauses to let other work run. */
function viewReply(
  spec: Spec,
  operation: Operation,
  view: JsonObject,
  key: string,
): Reply | Promise<Reply> {
  const { successStatus: status, template, headerTemplate } = operation;
  const isLong = Object.values(view).some((it) => Array.isArray(it) && it.length >= LONG_LIST);
  const context = isLong ? inSlices(wireContextInSteps(spec, view), key) : wireContext(spec, view);
  return andThen(context, (names) => {
    const value = template()(names);
    const headers = headerTemplate && headersIn(headerTemplate()(names));
    return isLong ? largeJsonReply(status, value, key, headers) : jsonReply(status, value, headers);
  });
}

/** A page in the client's preferred type; by default, in the first type of `response`. */
function pageReply(spec: Spec, operation: Operation, req: Request, view: JsonObject): Reply {
  const response = asObject(operation.response);
  const types = Object.keys(response);
  const type = req.accepts(types) || types[0] || "";
  const body = compileTemplate(response[type] ?? "")(wireContext(spec, view));
  if (type === "application/json") return jsonReply(operation.successStatus, body);
  const headers = { "content-type": `${type}; charset=utf-8` };
  return { status: operation.successStatus, headers, body: String(body) };
}

function contentType(response: JsonValue): { "content-type": string } {
  const type = isJsonObject(response) ? response["contentType"] : "application/octet-stream";
  return { "content-type": String(type) };
}

async function* linesOf(
  spec: Spec,
  response: JsonValue,
  updates: AsyncIterable<JsonObject>,
): AsyncGenerator<Uint8Array> {
  const { lines } = asObject(response);
  const compiled = (Array.isArray(lines) ? lines : []).map(compileTemplate);
  for await (const update of updates) {
    const context = wireContext(spec, update);
    const rendered = compiled.map((line) => line(context)).filter((line) => line !== null);
    yield Buffer.from(rendered.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
}
