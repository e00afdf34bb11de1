import { type SignUpType, signUpTypeOf } from "#domain/accounts/accounts.ts";

const KEY = "solutionz-account-type";

/** Remembers on this device the account type of the last login. */
export const rememberAccountType = (type: SignUpType): void => {
  try {
    localStorage.setItem(KEY, type);
  } catch {
    // Without storage the first tab is open next time.
  }
};

/** The account type of the last login on this device, or null. */
export const lastAccountType = (): SignUpType | null => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored ? signUpTypeOf(stored) : null;
  } catch {
    return null;
  }
};
