import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  /** The sender's name, if the sender's address has none of its own. */
  senderName?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface MailSender {
  /**
   * Resolves when the server has accepted the mail; rejects with the SMTP error otherwise. `id` becomes its
   * Message-ID, so that the receiver can recognise a mail that is sent twice.
   */
  send(mail: Mail & { id: string }): Promise<void>;
  /** Rejects with the SMTP error if the server cannot be reached or refuses the name and password. */
  verify?(): Promise<unknown>;
  close(): void;
}

/** For setups without mail: it is discarded. */
export const noMail: MailSender = { async send() {}, close() {} };

/** Connections to the mail server that one process opens, and so how many mails it sends at once. */
export const SMTP_CONNECTIONS = 5;

/**
 * Milliseconds. The wait for the server's final reply is long (RFC 5321 section 4.5.3.2.6), because hanging
 * up early would send the mail twice.
 */
const TIMES = { connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 120_000 };

/** Sends by SMTP. In trial mode `url` is our own mailbox, so there is only one way to send mail. */
export const createMailSender = (url: string, from: string): MailSender => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    ...TIMES,
  });
  const host = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, senderName, ...mail }) {
      const sender = senderName && !from.includes("<") ? { name: senderName, address: from } : from;
      await transport.sendMail({ from: sender, ...mail, messageId: `<${id}@${host}>` });
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  };
};
