import { json } from "#backend/core/http/http.ts";
import type { Call, Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { type User, userJson } from "../users/user.ts";
import { USER_COLUMNS } from "../users/users.ts";
import { containing, pageHeaders, pageOf } from "./paging.ts";

/** `sort=created_at asc|desc`, as GoTrue takes it. */
const orderOf = ({ url }: Call): "asc" | "desc" => {
  const sort = (url.searchParams.get("sort") ?? "").trim().toLowerCase();
  if (!sort) return "desc";
  const [field = "", direction = "desc"] = sort.split(/\s+/);
  const wrong = (why: string) =>
    refuse("validation_failed", { message: `Bad Sort Parameters: ${why}` });
  if (field !== "created_at") throw wrong(`bad field for sort '${field}'`);
  if (direction !== "asc" && direction !== "desc") {
    throw wrong(`bad direction for sort '${direction}', only 'asc' and 'desc' allowed`);
  }
  return direction;
};

/**
 * GET /admin/users?page=&per_page=&filter=&sort=: newest first unless sorted otherwise. `filter` matches
 * part of an address, number or full name. The count is in `x-total-count`, the pages in `link`.
 */
export const adminUsersList: Endpoint = async (auth, call) => {
  const page = pageOf(call);
  const order = orderOf(call);
  const filter = call.url.searchParams.get("filter") ?? "";
  const where = `$1 = '' or u.email ilike $2 or u.phone ilike $2
    or u.raw_user_meta_data ->> 'full_name' ilike $2`;
  const [counted] = await auth.core.db.query<{ total: string }>(
    `select count(*) as total from auth.users u where ${where}`,
    [filter, containing(filter)],
  );
  const users = await auth.core.db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where ${where}
      order by u.created_at ${order} nulls last, u.id limit $3 offset $4`,
    [filter, containing(filter), page.size, (page.number - 1) * page.size],
  );
  return json(
    { users: users.map(userJson), aud: "authenticated" },
    200,
    pageHeaders(call, page, Number(counted?.total ?? 0)),
  );
};
