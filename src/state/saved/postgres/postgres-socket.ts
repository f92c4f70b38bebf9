import { connect, type Socket } from "node:net";

/** Where the `postgres` package connects to: a host of several with a port each, or a Unix socket. */
type Target = {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
};

/**
 * Opens connections, to one host after the other. If the server ends one before it is ready, as a proxy without a server does, the
 * package itself would try again at once, and forever; here, that is an error.
 */
export function socketOpener(): (target: Target) => Socket {
  let numOpened = 0;
  return ({ host: hosts, port: ports, path }) => {
    const index = numOpened++ % hosts.length;
    const [host = "", port = 0] = [hosts[index], ports[index]];
    const socket = path === false ? connect(port, host) : connect(path);
    socket.once("end", () => socket.destroy(new Error("the server closed the connection")));
    // The package checks the certificate of this host.
    return Object.assign(socket, { host, port });
  };
}
