import { NO_PROVIDER, type ProviderForm, providerForm } from "#domain/accounts/admin.ts";
import { Refusal } from "../_shared/errors.ts";

/** `phoneNumber`, as spec 2 section 7 writes it, is the column `phone_number`. */
const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Parses the body of spec 2 section 7 by the rules of the dialog, and refuses in their words. */
export const detailsOf = (body: Record<string, unknown>): ProviderForm => {
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  const parsed = providerForm.safeParse({
    ...NO_PROVIDER,
    ...Object.fromEntries(given.map(([name, value]) => [columnOf(name), value])),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  throw new Refusal("provider_field", {
    message: issue?.code === "invalid_type" ? `${String(field)} is not valid` : issue?.message,
  });
};
