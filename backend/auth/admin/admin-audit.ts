import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { containing, pageHeaders, pageOf } from "./paging.ts";

/** The fields that `query=<scope>:<text>` searches. */
const SCOPES: Record<string, readonly string[]> = {
  author: ["actor_username", "actor_name"],
  action: ["action"],
  type: ["log_type"],
};

/** GET /admin/audit?query=&page=&per_page=: the audit trail, newest first. */
export const adminAudit: Endpoint = async (auth, call) => {
  const page = pageOf(call);
  const query = call.url.searchParams.get("query") ?? "";
  const [, scope = "", text = ""] = /^([^:]*):(.*)$/s.exec(query) ?? [];
  const members = query && Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : [];
  if (query && !members?.length) {
    throw refuse("validation_failed", { message: `Invalid query scope: ${query.slice(0, 100)}` });
  }
  const where = `$1 = '' or exists (select 1 from unnest($2::text[]) m where payload ->> m ilike $3)`;
  const values = [text, members, containing(text)];
  const [counted] = await auth.core.db.query<{ total: string }>(
    `select count(*) as total from auth.audit_log_entries where ${where}`,
    values,
  );
  const entries = await auth.core.db.query(
    `select id, payload, created_at, ip_address from auth.audit_log_entries where ${where}
      order by created_at desc, id limit $4 offset $5`,
    [...values, page.size, (page.number - 1) * page.size],
  );
  return json(entries, 200, pageHeaders(call, page, Number(counted?.total ?? 0)));
};
