import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Log } from "#backend/core/log.ts";
import type { Envelope } from "./messages.ts";

/** Bytes. More than auth or a product sends. */
const LARGEST = 10 * 1024 * 1024;

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/**
 * An SMTP server on loopback that accepts every mail and forwards none. `keep` decides: the sender gets its
 * acceptance only after it has resolved.
 */
export const receiveMail = async (
  save: (raw: Uint8Array, envelope: Envelope) => Promise<void>,
  log: Log,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = new SMTPServer({
    name: "mailbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: LARGEST,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    maxClients: 50,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        // The rest of an oversized mail is read and dropped, as the protocol requires.
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (stream.sizeExceeded) return callback(refusal(552, "Message is too large"));
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
        };
        save(Buffer.concat(chunks), envelope).then(
          () => callback(),
          (error: unknown) => {
            log.error("mailbox.not_kept", { error });
            callback(refusal(451, "Message could not be kept"));
          },
        );
      });
    },
  });
  server.on("error", (error: unknown) => log.warn("mailbox.connection", { error }));
  // Exclusive: workers of one start would share the port, and this one could end before its mail arrived.
  const listening = server.listen({ port: 0, host: "127.0.0.1", exclusive: true });
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
