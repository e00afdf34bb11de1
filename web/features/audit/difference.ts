import type { AuditEntry } from "#domain/audit/results.ts";
import type { Json } from "#supabase/database.ts";

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Fields without meaning for a reader: they change every time, or with another. */
const NOISE = new Set(["updated_at", "modified_at", "plain_name", "search_words"]);

/** `account_type` as `Account type`. */
export const fieldLabel = (name: string): string => {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const ACTS: Record<string, string> = {
  insert: "Add",
  update: "Change",
  merge: "Merge category",
};

/** The action in plain words: 'switch is_visible' means show or hide. */
export const actLabel = (action: string, after?: Json): string => {
  const on = (name: string) =>
    after !== null && typeof after === "object" && !Array.isArray(after) && after?.[name] === true;
  if (action === "switch is_visible") {
    return after === undefined ? "Show or hide" : on("is_visible") ? "Show" : "Hide";
  }
  if (action === "switch is_active") {
    if (after === undefined) return "Activate or deactivate";
    return on("is_active") ? "Activate" : "Deactivate";
  }
  return ACTS[action] ?? fieldLabel(action);
};

/** Verbs whose past is not made with '-ed'. */
const PAST: Record<string, string> = {
  insert: "added",
  send: "sent",
  hide: "hid",
  make: "made",
  run: "ran",
  set: "set",
  take: "took",
};

const DONE: Record<string, string> = {
  "first admin": "Created first admin",
  "support view": "Looked, with support access, at",
  update: "Changed",
  merge: "Merged category",
};

const fieldsOf = (state: Json): Record<string, Json | undefined> =>
  state !== null && typeof state === "object" && !Array.isArray(state)
    ? state
    : state === null
      ? {}
      : { value: state };

/** A moderator's decision on feedback is a change of its row. */
const feedbackDecision = (action: string, before: Json = null, after: Json = null) => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  if (action !== "update" || is.moderated_at === was.moderated_at) return null;
  return is.approved ? "Approved feedback" : "Hid feedback";
};

/** What was done, as an entry of the log begins: 'run task' as 'Ran task', 'switch is_visible' as 'Showed' or 'Hid'. */
export const doneLabel = (action: string, after?: Json, before?: Json): string => {
  const done = feedbackDecision(action, before, after) ?? DONE[action];
  if (done) return done;
  const [verb = "", ...rest] = actLabel(action, after).toLowerCase().split(" ");
  const past = PAST[verb] ?? `${verb}${verb.endsWith("e") ? "d" : "ed"}`;
  return fieldLabel([past, ...rest].join(" "));
};

/** What it was done to: 'approve claim' says so itself, where there is no name. */
export const targetLabel = ({
  action,
  target_table: table,
  target_label: label,
}: Pick<AuditEntry, "action" | "target_table" | "target_label">): string => {
  if (table === "site_settings") return fieldLabel(label ?? "");
  if (!label) return /^\w+ \w/.test(action) ? "" : fieldLabel(table);
  return table === "feedback" ? `“${label}”` : label;
};

const shown = (value: Json | undefined): string | null => {
  if (value === null || value === undefined || value === "") return null;
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return value.length === 0 ? null : value.join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The fields that differ between two states, as text for people. */
export const differences = (before: Json, after: Json): Change[] => {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !NOISE.has(name))
    .map((name) => ({
      field: fieldLabel(name),
      before: shown(was[name]),
      after: shown(is[name]),
    }))
    .filter((change) => change.before !== change.after);
};
