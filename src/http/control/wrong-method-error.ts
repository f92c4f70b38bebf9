import { SimulatorError } from "../../core/errors.ts";

/** A control route exists, but not with the request's method. */
export class WrongMethodError extends SimulatorError {
  /** The methods that the route has, as the header `Allow` lists them. */
  readonly allow: string;

  constructor(method: string, pathname: string, methods: readonly string[]) {
    const found = `Failed to find a route for ${method} \`${pathname}\`.`;
    super("SIM_CONTROL_METHOD", `${found} Use ${methods.join(" or ")}.`);
    this.allow = methods.join(", ");
  }
}
