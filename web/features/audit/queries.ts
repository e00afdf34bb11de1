import type { AuditEntry, AuditPage, Verified } from "#domain/audit/results.ts";
import { firstOf } from "#domain/values/characters.ts";

export type { AuditEntry, AuditPage, Verified } from "#domain/audit/results.ts";

import type { Db } from "#web/session/database.ts";

export interface AuditSearch {
  who: string;
  what: string;
  target: string;
  from: string;
  to: string;
  /** Shows entries older than this one. */
  before: number | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (typed: string | null): string =>
  typed && DAY.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : "";

export const readAuditSearch = (params: URLSearchParams): AuditSearch => {
  const words = (name: string, longest: number) => firstOf(params.get(name)?.trim() ?? "", longest);
  const before = params.get("before") ?? "";
  return {
    who: words("who", 80),
    what: words("what", 60),
    target: words("target", 120),
    from: day(params.get("from")),
    to: day(params.get("to")),
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
};

export const writeAuditSearch = (search: AuditSearch): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) params.set(name, String(value));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** A page of actions, newest first. */
export const loadAudit = async (db: Db, search: AuditSearch): Promise<AuditPage> => {
  const { data } = await db
    .rpc("admin_audit_log", {
      ...(search.who ? { who: search.who } : {}),
      ...(search.what ? { what: search.what } : {}),
      ...(search.target ? { target: search.target } : {}),
      ...(search.from ? { from_day: search.from } : {}),
      ...(search.to ? { to_day: search.to } : {}),
      ...(search.before ? { before_id: search.before } : {}),
    })
    .throwOnError();
  return data;
};

/** The newest entries of everybody; none if they cannot be loaded, which the audit log itself reports. */
export const loadLatestChanges = async (db: Db): Promise<AuditEntry[]> => {
  const { data } = await db.rpc("admin_audit_log", { page_size: 5 });
  return data?.items ?? [];
};

/** Checks every link of the chain, in parts, up to the first broken one. */
export const verifyAudit = async (db: Db): Promise<Verified> => {
  let checked = 0;
  let after = 0;
  for (;;) {
    const { data } = await db.rpc("verify_audit_log", { after_position: after }).throwOnError();
    checked += data.checked;
    if (data.broken || data.next === null) return { checked, broken: data.broken };
    after = data.next;
  }
};
