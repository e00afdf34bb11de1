import { dataOf, type Name, type World } from "#tests/security/people.ts";

/** What tests of categories look at and prepare, in a world that may still be starting. */
export const categoryActs = (world: () => World) => ({
  idOf: (group: string, name: string) =>
    world().see<string>("select id from public.categories where group_name = $1 and name = $2", [
      group,
      name,
    ]),
  choose: (who: Name, selections: string[]) =>
    world().sql("update public.profiles set categories = $2 where id = $1", [
      world().people[who].id,
      selections,
    ]),
  selectionsOf: (who: Name) =>
    world().see<string[]>("select categories from public.profiles where id = $1", [
      world().people[who].id,
    ]),
  /** The providers that a visitor finds under a category. */
  foundUnder: async (category: string) => {
    const call = world().rpc("visitor", "search_providers", { category });
    const { providers } = await dataOf<{ providers: { user_id: string }[] }>(call);
    return providers.map(({ user_id }) => user_id);
  },
});
