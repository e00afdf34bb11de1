import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface MailSender {
  /** Resolves when the server has taken the mail; rejects with the SMTP error otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Where nobody keeps mail: it goes nowhere. */
export const noMail: MailSender = { async send() {}, close() {} };

/** Sends by SMTP; in trial mode `url` is our own mailbox, so there is one way for a mail to leave. */
export const createMailSender = (url: string, from: string): MailSender => {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
};
