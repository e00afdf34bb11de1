import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { rows, startWorld, type World } from "#tests/security/people.ts";
import { FEEDBACK, one } from "./calls-made.ts";

const world = perFile(startWorld);
let feedback: string;
beforeAll(async () => {
  const given = {
    provider_id: of("member").id,
    user_id: of("seeker").id,
    rating: 5,
    title: "Good",
  };
  const { id } = await one<{ id: string }>(
    of("seeker").client.from("feedback").insert(given).select("id").single(),
  );
  feedback = id;
});

const of = (who: keyof World["people"]) => world.people[who];

describe("admin", () => {
  const admin = () => of("admin").client;

  it("counts, users, and what may be done to them", async () => {
    const head = { count: "exact", head: true } as const;
    const counted = async (query: PromiseLike<{ count: number | null; error: unknown }>) => {
      const { count, error } = await query;
      expect(error).toBeNull();
      return count;
    };
    expect(await counted(admin().from("businesses").select("id", head))).toBeGreaterThanOrEqual(0);
    expect(await counted(admin().from("feedback").select("id", head).eq("approved", false))).toBe(
      1,
    );
    expect(await counted(admin().from("feedback").select("id", head).eq("approved", true))).toBe(0);
    expect(
      await counted(admin().from("user_sessions").select("id", head).eq("is_active", true)),
    ).toBeGreaterThan(0);
    expect(await rows(admin().rpc("get_admin_user_details"))).not.toHaveLength(0);
    await one(
      admin().rpc("admin_update_user", {
        target_user_id: of("rival").id,
        user_data: { first_name: "Riva" },
      }),
    );
    await one(
      admin().rpc("admin_toggle_user_status", {
        target_user_id: of("rival").id,
        status_field: "is_visible",
        new_value: false,
      }),
    );
    for (const profile_type of ["provider", "client", "admin"]) {
      expect(await one(admin().rpc("count_profiles_by_type", { profile_type }))).toBeGreaterThan(0);
    }
    expect(await one(admin().rpc("count_profiles_by_date", { days_ago: 30 }))).toBeGreaterThan(0);
  });

  it("feedback: title, description, rating, approval, and away", async () => {
    const row = () => admin().from("feedback");
    const change = { title: "Very good", description: "And quick" };
    const reason = { edit_reason: "A test" };
    await rows(
      row()
        .update({ ...change, ...reason })
        .eq("id", feedback)
        .select("id"),
    );
    // The stars remain the reviewer's (P-34).
    const stars = await row()
      .update({ rating: 4, ...reason })
      .eq("id", feedback)
      .select("id");
    expect(stars.error).toMatchObject({ code: "42501" });
    await rows(row().update({ approved: true }).eq("id", feedback).select("id"));
    const read = () => row().select(FEEDBACK).order("created_at", { ascending: false });
    expect(await rows(read())).toMatchObject([{ ...change, approved: true }]);
    // Deleting needs a reason (P-16), so it is a separate call.
    await one(admin().rpc("admin_delete_feedback", { feedback_id: feedback, reason: "A test" }));
    expect(await rows(read())).toEqual([]);
  });

  it("categories: read, add at the end of the group, rename, order, retire", async () => {
    const categories = () => admin().from("categories");
    const read = categories()
      .select("*, provider_categories(count)")
      .eq("is_active", true)
      .order("group_name")
      .order("display_order");
    expect((await rows(read)).length).toBeGreaterThan(80);
    const [made] = await rows<{ id: string; display_order: number }>(
      categories()
        .insert({ name: "Quantum Repairs", group_name: "IT", display_order: 7 })
        .select("id, display_order"),
    );
    expect(made?.display_order).toBe(7);
    const change = (values: object) =>
      rows(categories().update(values).eq("id", made?.id).select("id"));
    await change({ name: "Quantum Mending", group_name: "IT" });
    await change({ display_order: 8 });
    await change({ is_active: false });
    const linked = admin()
      .from("provider_categories")
      .select("created_at, categories(name), profiles(first_name, last_name, business_name)")
      .eq("category_id", made?.id);
    expect(await rows(linked)).toEqual([]);
  });
});
