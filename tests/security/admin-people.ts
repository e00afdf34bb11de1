import { makeAdmin, type Name, PASSWORD, startWorld, type World } from "#tests/security/people.ts";

/** The world with a second admin, who is the rival. */
export const startWithTwoAdmins = async (): Promise<World> => {
  const world = await startWorld();
  const { id, email, client } = world.people.rival;
  await makeAdmin(world.backend, id);
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  world.people.rival.token = data.session?.access_token ?? "";
  return world;
};

/** All notices to people, oldest first. */
export const noticesIn = ({ backend }: World) =>
  backend.db.query<{
    kind: string;
    user_id: string | null;
    address: string | null;
    data: Record<string, unknown>;
  }>("select kind, user_id, address, data from notify.notices order by created_at, kind");

/** The mark of an account that an admin switches, and what an admin changes of a profile. */
export const switchUser = (
  world: World,
  target_user_id: string,
  status_field: "is_active" | "is_visible",
  new_value: boolean,
  more: object = {},
  by: Name = "admin",
) =>
  world.rpc(by, "admin_toggle_user_status", { target_user_id, status_field, new_value, ...more });
export const editUser = (
  world: World,
  target_user_id: string,
  user_data: object,
  by: Name = "admin",
) => world.rpc(by, "admin_update_user", { target_user_id, user_data });
