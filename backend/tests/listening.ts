import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** The server on a free port of loopback. One of HTTP has closed its connections when `close` ends. */
export const listening = async <Kind extends Server>(server: Kind) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if (!("closeAllConnections" in server)) return;
      (server as unknown as HttpServer).closeAllConnections();
      await closed;
    },
  };
};
