import { type SignUpType, signUpTypeOf } from "#domain/accounts.ts";

/** What /confirm-email receives from the page before (spec 1 section 2). */
export interface PendingConfirmation {
  email: string;
  accountType: SignUpType;
  accountCreated: boolean;
  emailSendFailed: boolean;
}

const EMAIL_KEY = "signup-email";
const TYPE_KEY = "signup-account-type";

/** Session storage, or null if the browser forbids it. */
const storage = (): Storage | null => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

/** Stores address and account type for a reload of /confirm-email, until it is confirmed. */
export const rememberPending = ({ email, accountType }: PendingConfirmation): void => {
  storage()?.setItem(EMAIL_KEY, email);
  storage()?.setItem(TYPE_KEY, accountType);
};

/** Deletes them, once the address is confirmed. */
export const clearPending = (): void => {
  storage()?.removeItem(EMAIL_KEY);
  storage()?.removeItem(TYPE_KEY);
};

/** From the router's state, otherwise from storage; an empty address if neither has it. */
export const readPending = (state: unknown): PendingConfirmation => {
  const given: Record<string, unknown> =
    state !== null && typeof state === "object" ? Object.fromEntries(Object.entries(state)) : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    email: text(given.email) || (storage()?.getItem(EMAIL_KEY) ?? ""),
    accountType: signUpTypeOf(text(given.accountType) || storage()?.getItem(TYPE_KEY)),
    accountCreated: given.accountCreated === true,
    emailSendFailed: given.emailSendFailed === true,
  };
};
