import { z } from "zod";
import type { DatasetRow, ScenarioDataset } from "../../core/scenario.ts";
import type { ScenarioFiles } from "../scenario-files.ts";
import { fileBeside } from "./file.ts";
import { jsonObject, oneKeyOf, oneOrMore } from "./values.ts";

const ROW_FORM = "a string or an object of columns";

/** A dataset: its rows, or the files that hold them. */
export function dataset(files: ScenarioFiles | undefined): z.ZodType<ScenarioDataset> {
  const row: z.ZodType<DatasetRow> = z.union([z.string(), jsonObject], { error: ROW_FORM });
  return oneKeyOf<ScenarioDataset>({
    rows: z
      .array(row)
      .transform((rows): ScenarioDataset => ({ kind: "rows", rows }))
      .meta({ description: "The rows: strings, or objects of columns." }),
    files: oneOrMore(fileBeside(files), "a file or a list of files")
      .transform((paths): ScenarioDataset => ({ kind: "files", paths }))
      .meta({ description: "CSV or Parquet files next to the scenario file, in this order." }),
  });
}
