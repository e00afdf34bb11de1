import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface MailSender {
  /**
   * Resolves when the server has taken the mail; rejects with the SMTP error otherwise. `id` becomes its
   * Message-ID, so that a mail that is sent twice can be known by whoever receives it.
   */
  send(mail: Mail & { id: string }): Promise<void>;
  close(): void;
}

/** Where nobody keeps mail: it goes nowhere. */
export const noMail: MailSender = { async send() {}, close() {} };

/** Connections to the mail server that one process opens, and so the mails that it sends at once. */
export const CONNECTIONS = 5;

/**
 * Milliseconds. The server's last word on a mail is waited for patiently (RFC 5321 section 4.5.3.2.6): whoever
 * hangs up before it sends the mail again.
 */
const TIMES = { connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 120_000 };

/** Sends by SMTP; in trial mode `url` is our own mailbox, so there is one way for a mail to leave. */
export const createMailSender = (url: string, from: string): MailSender => {
  const transport = createTransport({ url, pool: true, maxConnections: CONNECTIONS, ...TIMES });
  const host = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ from, ...mail, messageId: `<${id}@${host}>` });
    },
    close: () => transport.close(),
  };
};
