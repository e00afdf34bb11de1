import { makeAdmin, PASSWORD, startWorld, type World } from "#tests/security/people.ts";

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
