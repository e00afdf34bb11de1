import { startWorld, type World } from "#tests/security/people.ts";

/** The cast, all of whom paint zebra crossings at a place whose name is also a pattern. */
export const startDirectory = async (): Promise<World> => {
  const world = await startWorld();
  await world.sql(
    "update public.profiles set bio = 'Zebra crossing painter', location = 'Hull_50%'",
  );
  return world;
};

/** What the directory's search returns to a visitor. */
export const searchIn = async (world: World, args: Record<string, unknown>) => {
  const { data, error } = await world.rpc("visitor", "search_providers", args);
  if (error) throw new Error(`${error.code} ${error.message}`);
  return data as { total: number; providers: { user_id: string }[] };
};
