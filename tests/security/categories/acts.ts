import { dataOf, type Name, type World } from "#tests/security/people.ts";

/** What tests of categories look at and prepare, in a world that may still be starting. */
export const categoryActs = (world: () => World) => ({
  idOf: (group: string, name: string) =>
    world().see<string>("select id from public.categories where group_name = $1 and name = $2", [
      group,
      name,
    ]),
  choose: (who: Name, selections: string[]) =>
    world().setProfile(who, "categories = $2", selections),
  selectionsOf: (who: Name) =>
    world().stored<string[]>("profiles.categories", world().people[who].id),
  /** The providers that a visitor finds under a category. */
  foundUnder: async (category: string) => {
    const call = world().rpc("visitor", "search_providers", { category });
    const { providers } = await dataOf<{ providers: { user_id: string }[] }>(call);
    return providers.map(({ user_id }) => user_id);
  },
});
