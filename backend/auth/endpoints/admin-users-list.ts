import { json } from "#backend/kernel/http.ts";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { type User, userJson } from "../user.ts";
import { USER_COLUMNS } from "../users.ts";

const MOST = 1000;

const wholeNumber = (value: string | null, otherwise: number): number => {
  if (!value) return otherwise;
  if (!/^\d{1,7}$/.test(value) || Number(value) === 0) {
    throw refuse("validation_failed", { message: "Bad Pagination Parameters" });
  }
  return Number(value);
};

/** GET /admin/users?page=&per_page=: newest first; the count in `x-total-count`, pages in `link`. */
export const adminUsersList: Endpoint = async (auth, call) => {
  const page = wholeNumber(call.url.searchParams.get("page"), 1);
  const size = Math.min(wholeNumber(call.url.searchParams.get("per_page"), 50), MOST);
  const [counted] = await auth.kernel.db.query<{ total: string }>(
    "select count(*) as total from auth.users",
  );
  const total = Number(counted?.total ?? 0);
  const users = await auth.kernel.db.query<User>(
    `select ${USER_COLUMNS} from auth.users u
      order by u.created_at desc nulls last, u.id limit $1 offset $2`,
    [size, (page - 1) * size],
  );
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) =>
    `<${call.url.pathname}?page=${to}&per_page=${size}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
  return json({ users: users.map(userJson), aud: "authenticated" }, 200, {
    "x-total-count": String(total),
    link: links.join(", "),
  });
};
