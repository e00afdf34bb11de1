import { type SignUpType, signUpTypeOf } from "#domain/accounts/accounts.ts";
import { safePath } from "#web/session/return-path.ts";
import { readDraft, removeDraft, writeDraft } from "#web/ui/draft.ts";

/** What /confirm-email receives from the page before (spec 1 section 2). */
export interface PendingConfirmation {
  email: string;
  accountType: SignUpType;
  accountCreated: boolean;
  emailSendFailed: boolean;
  /** The page where the person was stopped, or null. */
  target: string | null;
}

const EMAIL_KEY = "signup-email";
const TYPE_KEY = "signup-account-type";
/** Stored as the text that waits there, because the mail opens a tab of its own. */
const TARGET_DRAFT = "after-confirming";

/** Session storage, or null if the browser forbids it. */
const storage = (): Storage | null => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

/** Stores address and account type for a reload of /confirm-email, until it is confirmed. */
export const rememberPending = ({ email, accountType, target }: PendingConfirmation): void => {
  storage()?.setItem(EMAIL_KEY, email);
  storage()?.setItem(TYPE_KEY, accountType);
  if (target) writeDraft("browser", TARGET_DRAFT, { target });
  else removeDraft(TARGET_DRAFT, "browser");
};

/** Deletes them, once the address is confirmed. */
export const clearPending = (): void => {
  storage()?.removeItem(EMAIL_KEY);
  storage()?.removeItem(TYPE_KEY);
  removeDraft(TARGET_DRAFT, "browser");
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
    target: safePath(
      text(given.target) || text(readDraft("browser", TARGET_DRAFT)?.target) || null,
    ),
  };
};
