import type { Exchange } from "../../core/exchange.ts";
import type { Options } from "../../options/option-table.ts";
import type { SimulatorOptions } from "../../options/options.ts";
import { simulatorOptions } from "../../options/simulator-options.ts";
import { openDocument } from "../../simulator/open-document.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { banner, readyLine } from "../output/announcement.ts";
import { EXIT_OK } from "../output/failure.ts";
import { paintFor } from "../output/paint.ts";
import { jsonExchange, prettyExchange } from "../output/request-log.ts";
import { refuseManual } from "../refuse-manual.ts";
import { requestToEnd } from "../request-to-end.ts";

/** Serves the simulated service until it is asked to end; resolves with the exit status. */
export async function start(options: Options): Promise<number> {
  const end = requestToEnd(options.exitWithParent ?? false);
  const sim = await startSimulator({
    ...(await simulatorOptions(options)),
    ...requestLog(options),
  });
  try {
    await refuseManual(sim, false);
    await announce(sim, options);
    await end;
  } finally {
    await sim.close();
  }
  return EXIT_OK;
}

async function announce(sim: Simulator, options: Options): Promise<void> {
  if (options.json === true) {
    process.stdout.write(`${readyLine(sim)}\n`);
    return;
  }
  // Where the log is JSON, standard output holds nothing else.
  const stream = options.log === "json" ? process.stderr : process.stdout;
  const document = await openDocument(options.overlay ?? []);
  const hasFixedKeys = options.apiKey !== undefined;
  const { clock } = await sim.clock.read();
  stream.write(`${banner(sim, { hasFixedKeys, clock, document, paint: paintFor(stream) })}\n`);
}

function requestLog({ log = "pretty", json }: Options): Pick<SimulatorOptions, "onExchange"> {
  if (log === "silent") return {};
  const stream = json === true ? process.stderr : process.stdout;
  const paint = paintFor(stream);
  const format =
    log === "json" ? jsonExchange : (exchange: Exchange) => prettyExchange(exchange, paint);
  return {
    onExchange: (exchange, sandboxName) => stream.write(`${format(exchange, sandboxName)}\n`),
  };
}
