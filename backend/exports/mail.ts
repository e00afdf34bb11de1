/** Sending mail without the backend. */
export { createMailSender } from "../core/mail/mail.ts";
