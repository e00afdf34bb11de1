import { json } from "#backend/kernel/http.ts";
import { namedUser } from "../admin.ts";
import type { Endpoint } from "../context.ts";
import { userJson } from "../user.ts";

/** GET /admin/users/:id */
export const adminUsersGet: Endpoint = async (auth, call) =>
  json(userJson(await namedUser(auth, call)));
