import { startWorld, type World } from "./people.ts";

/** The world with a second admin, who is the rival. */
export const startWithTwoAdmins = async (): Promise<World> => {
  const world = await startWorld();
  await world.backend.db.query("update public.profiles set account_type = 'admin' where id = $1", [
    world.people.rival.id,
  ]);
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
