import type { EnquiryValues } from "#domain/enquiries.ts";

/** What a visitor typed waits in this tab while they log in or sign up, and nowhere else. */
const keyOf = (providerId: string) => `enquiry:${providerId}`;

export const keepDraft = (providerId: string, values: EnquiryValues): void => {
  try {
    sessionStorage.setItem(keyOf(providerId), JSON.stringify(values));
  } catch {
    // Without storage the form is empty after the login; nothing else depends on it.
  }
};

export const readDraft = (providerId: string): EnquiryValues => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(providerId)) ?? "null");
    const { subject, message } = (kept ?? {}) as Record<string, unknown>;
    return {
      subject: typeof subject === "string" ? subject : "",
      message: typeof message === "string" ? message : "",
    };
  } catch {
    return { subject: "", message: "" };
  }
};

export const forgetDraft = (providerId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(providerId));
  } catch {
    // Nothing was kept then.
  }
};
