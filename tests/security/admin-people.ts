import { startWorld, type World } from "./people.ts";

/** The world with a second admin. */
export const startWithTwoAdmins = async (): Promise<{ world: World; second: World["visitor"] }> => {
  const world = await startWorld();
  const { id, client } = world.people.rival;
  await world.backend.db.query("update public.profiles set account_type = 'admin' where id = $1", [
    id,
  ]);
  return { world, second: client };
};

/** All notices to people, oldest first. */
export const noticesIn = ({ backend }: World) =>
  backend.db.query<{
    kind: string;
    user_id: string | null;
    address: string | null;
    data: Record<string, unknown>;
  }>("select kind, user_id, address, data from notify.notices order by created_at, kind");
