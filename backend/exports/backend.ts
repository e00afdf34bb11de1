/** The whole backend, composed. */
export { createPasswords } from "../auth/passwords/passwords.ts";
export { type Backend, createBackend, responseCacheLimits } from "../backend.ts";
export type { MailTemplateValues } from "../core/core.ts";
