import { type SignUpType, splitFullName } from "#domain/accounts/accounts.ts";
import {
  ALREADY_REGISTERED,
  classifySignUpError,
  type SignUpFailure,
} from "#domain/accounts/errors.ts";
import type { SignUpValues } from "#domain/accounts/forms.ts";
import type { Db } from "#web/session/database.ts";

type SignUpOutcome = { kind: "created"; emailSendFailed: boolean } | SignUpFailure;

/** The metadata from which the profile is made (spec 1 section 3). */
export const metadataOf = (values: SignUpValues, accountType: SignUpType) => {
  const { firstName, lastName } = splitFullName(values.full_name);
  return {
    first_name: firstName,
    last_name: lastName,
    location: values.location,
    account_type: accountType,
    phone_number: values.phone_number || null,
    categories: values.categories,
    ...(accountType === "provider" ? { business_name: values.business_name } : {}),
  };
};

/**
 * Creates the account; its mail leads to `origin`. If the service reports that the mail could not be sent,
 * a sign-in (on `trial`, a client that nothing watches) finds out whether the account exists: some services
 * delete it again.
 */
export const signUp = async (
  db: Db,
  trial: () => Promise<Db>,
  values: SignUpValues,
  accountType: SignUpType,
  origin: string,
): Promise<SignUpOutcome> => {
  const { email, password } = values;
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: {
      data: metadataOf(values, accountType),
      emailRedirectTo: `${origin}/confirm-email`,
    },
  });
  if (!error) {
    // A known address gets the same response as a new one, but without identities.
    if (data.user?.identities?.length === 0) {
      return { kind: "already-registered", message: ALREADY_REGISTERED };
    }
    return { kind: "created", emailSendFailed: false };
  }
  const failure = classifySignUpError(error);
  if (failure.kind !== "mail-not-sent") return failure;
  const probe = await (await trial()).auth.signInWithPassword({ email, password });
  if (probe.error?.code === "email_not_confirmed")
    return { kind: "created", emailSendFailed: true };
  return failure;
};
