import type { Request } from "express";
import { codecOf, encodeResults } from "../../codec/encode-results.ts";
import type { Reply } from "../../core/reply.ts";
import { rowsWithout } from "../../core/rows/row.ts";
import type { Results } from "../../engine/answer.ts";
import type { Operation } from "../../spec/operation.ts";
import { attachment } from "./attachment.ts";
import { EdgeNames } from "./edge-names.ts";
import { isTextual } from "./is-textual.ts";
import { RowSample } from "./row-sample.ts";
import { storedFileReply } from "./stored-file.ts";

/** A job's results file, as the operation's `response` describes it for the format. */
export function resultsReply(operation: Operation, req: Request, results: Results): Reply {
  const { numRows, stored } = results;
  const edges = new EdgeNames();
  const rows = edges.watch(results.rows);
  const file = operation.resultsFile(results);
  const { contentType, fileName } = file;
  const sample = isTextual(contentType) ? undefined : new RowSample(file.columns);
  const body = encodeResults(sample?.watch(rows) ?? rows, file);
  const reply: Reply = {
    status: operation.successStatus,
    headers: {
      "content-type": contentType,
      ...(fileName === undefined ? {} : attachment(fileName)),
    },
    body,
    file: {
      kind: codecOf(file),
      results: {
        numRows,
        edges: () => edges.lines(),
        withoutRow: (index) => {
          const fewer = rowsWithout(rows, index);
          return encodeResults(sample?.watch(fewer) ?? fewer, file);
        },
        ...(sample !== undefined && { firstRows: () => sample.table() }),
      },
    },
  };
  return stored === undefined ? reply : storedFileReply(req, { reply, body, stored });
}
