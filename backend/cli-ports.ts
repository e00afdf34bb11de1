import { once } from "node:events";
import net from "node:net";
import type { ConnectionOptions } from "./core/database/database.ts";
import type { Handler } from "./core/http/http.ts";
import { createListener } from "./core/http/listen.ts";

/** The ports that the Supabase CLI opens beside the API's, counted from it: 54322 and 54324 beside 54321. */
const DATABASE = 1;
const MAILBOX = 3;

const HOST = "127.0.0.1";

/** A port that is open until `close`. */
interface Opened {
  port: number;
  close(): Promise<void>;
}

/** Passes connections to a port on to the Unix socket that the embedded PostgreSQL listens on. */
const openDatabasePort = async (port: number, { host }: ConnectionOptions): Promise<Opened> => {
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(`${host}/.s.PGSQL.5432`);
    const end = () => {
      for (const socket of [client, database]) {
        socket.destroy();
        open.delete(socket);
      }
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.pipe(database).pipe(client);
  });
  server.listen({ port, host: HOST, exclusive: true });
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};

/** Serves the mailbox without its prefix too, as Mailpit serves `/` and `/api/v1`. */
const openMailboxPort = async (port: number, fetch: Handler): Promise<Opened> => {
  const inUse = `Port ${port} is in use.`;
  const listener = createListener({ host: HOST, port, inUse });
  const boundPort = await listener.take();
  listener.open(
    (request, info) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith("/_mailbox")) url.pathname = `/_mailbox${url.pathname}`;
      return fetch(new Request(url, request), info);
    },
    () => false,
  );
  return { port: boundPort, close: listener.close };
};

interface CliPorts {
  /** Lines that describe what is open, or why something is not. */
  lines: string[];
  close(): Promise<void>;
}

/**
 * Opens what the CLI's own stack has beside its API: the database, for any PostgreSQL client on this machine,
 * and the mailbox. `port` is the API's; 0 takes any. A port that somebody else has is named and left out.
 */
export const openCliPorts = async ({
  port,
  database,
  mailbox,
}: {
  port: number;
  /** Null for a database that has an address of its own. */
  database: ConnectionOptions | null;
  /** Null where mails go elsewhere. */
  mailbox: Handler | null;
}): Promise<CliPorts> => {
  const opened: Opened[] = [];
  const lines: string[] = [];
  const open = async (
    label: string,
    at: number,
    start: (port: number) => Promise<Opened>,
    describe: (port: number) => string,
  ) => {
    const requested = port === 0 ? 0 : port + at;
    try {
      const each = await start(requested);
      opened.push(each);
      lines.push(`${label}: ${describe(each.port)}`);
    } catch {
      lines.push(`${label}: not open, port ${requested} is in use`);
    }
  };
  if (database) {
    await open(
      "       DB URL",
      DATABASE,
      (at) => openDatabasePort(at, database),
      (at) => `postgresql://${database.user}:postgres@${HOST}:${at}/${database.database}`,
    );
  }
  if (mailbox) {
    await open(
      "      Mailbox",
      MAILBOX,
      (at) => openMailboxPort(at, mailbox),
      (at) => `http://${HOST}:${at}`,
    );
  }
  return {
    lines,
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};
