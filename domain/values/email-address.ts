import { INPUT_LIMITS } from "./limits.ts";

const EMAIL_ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/**
 * Whether this is an email address: HTML's own rule, with a dot in the name of the host. The database
 * has the same rule (private.is_email_address()).
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= INPUT_LIMITS.email && EMAIL_ADDRESS.test(text);
