import { NETWORK_ISSUE, OUR_FAULT } from "#domain/site/messages.ts";

/** The result of a form that the server handled because no script did, for the page in the response. */
export interface Posted {
  tone: "success" | "warning" | "danger";
  title: string;
  messages: readonly string[];
  /** Whether the form has done its work; otherwise it is shown again. */
  done: boolean;
}

/** As above, with what was typed, to show it again; passwords are never sent back. */
export interface PostedForm<Values> extends Posted {
  values: Values;
}

/** As above, of something that is sent without an account: where it waits for the mailed code. */
export interface PostedDraft<Values> extends PostedForm<Values> {
  sent?: { draft: string; email: string };
}

/** What the server could not reach is a fault of ours, and not of the reader's connection. */
export const postedWords = (message: string): string =>
  message === NETWORK_ISSUE ? OUR_FAULT : message;

export const refusedForm = (...messages: string[]): Posted => ({
  tone: "danger",
  title: "There is a problem",
  messages: [...new Set(messages.map(postedWords))],
  done: false,
});

/** A field's text, or nothing. */
export const postedText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};
