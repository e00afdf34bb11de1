import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rows, startWorld, type World } from "#tests/security/people.ts";

/**
 * The calls of the second specification (section 7), as it writes them down, each by whom it is for, with
 * the official client. Who else is refused them stands in tests/security.
 */
let world: World;
let feedback: string;
let job: string;

/** Bounds are kept in pence. */
const POUNDS = 100;

const of = (who: keyof World["people"]) => world.people[who];
const one = async <Row extends object>(
  query: PromiseLike<{ data: unknown; error: unknown }>,
): Promise<Row> => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data as Row;
};

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** The fields of section 3; a moderator's own notes beside them are not everybody's. */
const FEEDBACK =
  "id, provider_id, user_id, rating, title, description, author_name, created_at, approved";

describe("feedback and replies", () => {
  it("insert and read feedback", async () => {
    const seeker = of("seeker");
    const [given] = await rows<{ id: string; author_name: string }>(
      seeker.client
        .from("feedback")
        .insert({
          provider_id: of("member").id,
          user_id: seeker.id,
          rating: 5,
          title: "Good",
          description: null,
          author_name: "Seeker Tester",
        })
        .select("id, author_name"),
    );
    feedback = given?.id ?? "";
    expect(given?.author_name).toBe("Seeker Tester");
    const newest = { ascending: false };
    const read = world.visitor
      .from("feedback")
      .select(FEEDBACK)
      .eq("provider_id", of("member").id)
      .order("created_at", newest);
    expect(await rows(read)).toMatchObject([{ id: feedback, title: "Good" }]);
    const mine = seeker.client
      .from("feedback")
      .select("id")
      .eq("provider_id", of("member").id)
      .eq("user_id", seeker.id);
    expect(await rows(mine)).toHaveLength(1);
    const again = await seeker.client
      .from("feedback")
      .insert({ provider_id: of("member").id, user_id: seeker.id, rating: 1, title: "Twice" });
    expect(again.error?.code).toBe("23505");
  });

  it("sign feedback of somebody without a name as Anonymous User", async () => {
    const { id, client } = of("rival");
    const name = "update public.profiles set first_name = $2, last_name = $3 where id = $1";
    await world.backend.db.query(name, [id, "", ""]);
    const [given] = await rows(
      client
        .from("feedback")
        .insert({ provider_id: of("plain").id, user_id: id, rating: 3, title: "Fine" })
        .select("author_name"),
    );
    expect(given).toEqual({ author_name: "Anonymous User" });
    await world.service.from("feedback").delete().eq("user_id", id);
    await world.backend.db.query(name, [id, "Rival", "Tester"]);
  });

  it("reply, and edit the reply", async () => {
    const provider = of("member");
    const read = () =>
      world.visitor.from("feedback_replies").select("*").eq("feedback_id", feedback).maybeSingle();
    expect(await one(read())).toBeNull();
    const [reply] = await rows<{ id: string }>(
      provider.client
        .from("feedback_replies")
        .insert({ feedback_id: feedback, provider_id: provider.id, reply_text: "Thank you" })
        .select("id"),
    );
    await rows(
      provider.client
        .from("feedback_replies")
        .update({ reply_text: "Thanks", updated_at: new Date().toISOString() })
        .eq("id", reply?.id)
        .select("id"),
    );
    expect(await one(read())).toMatchObject({ reply_text: "Thanks" });
  });

  it("read reviews, which are the same rows", async () => {
    const read = world.visitor
      .from("reviews")
      .select("reviewer_id, message, rating")
      .eq("reviewer_id", of("seeker").id)
      .eq("provider_id", of("member").id);
    expect(await rows(read)).toMatchObject([{ rating: 5 }]);
  });
});

describe("profiles and directory", () => {
  it("read a provider, a profile and a membership", async () => {
    const { id, client } = of("member");
    const seen = world.visitor.from("public_providers").select("*").eq("user_id", id).single();
    expect(await one(seen)).toMatchObject({ id, user_id: id, membership_status: "active" });
    const all = await rows<{ user_id: string }>(world.visitor.from("public_providers").select("*"));
    expect(all.map(({ user_id }) => user_id)).toContain(id);
    expect(await one(client.from("profiles").select("*").eq("id", id).single())).toMatchObject({
      id,
      email: "member@people.example",
    });
    const paid = client
      .from("subscribers")
      .select("subscribed, subscription_tier, email")
      .eq("user_id", id)
      .single();
    expect(await one(paid)).toMatchObject({ subscribed: true, subscription_tier: "yearly" });
  });

  it.each([
    { bio: "I mend things." },
    { first_name: "Mem" },
    { last_name: "Ber" },
    { business_name: "Member & Co" },
    { location: "York" },
    { phone_number: "+44 7700 900111" },
    { social_links: { website: "https://member.example" } },
    { skills: [{ name: "Soldering", category: "IT" }] },
    { work_samples: [] },
  ])("update one's profile with %j", async (changed) => {
    const { id, client } = of("member");
    const [row] = await rows(
      client
        .from("profiles")
        .update({ ...changed, updated_at: new Date().toISOString() })
        .eq("id", id)
        .select("*"),
    );
    expect(row).toMatchObject(changed);
  });
});

describe("jobs", () => {
  it("insert a job", async () => {
    const { id, client } = of("seeker");
    const post = async (title: string, budget: string | null) => {
      const [row] = await rows<{ id: string }>(
        client
          .from("jobs")
          .insert({
            title,
            description: "Soon",
            category: "IT",
            location: "Central Leeds",
            budget,
            user_id: id,
            contact_name: "Sue",
            contact_email: "sue@people.example",
            contact_phone: null,
          })
          .select("id"),
      );
      return row?.id ?? "";
    };
    job = await post("By the hour", "£25/hour");
    await post("A fixed price", "£150-300");
    for (let more = 0; more < 5; more++) await post(`Open ${more}`, null);
  });

  it("select jobs by category, place and budget, counted, newest first, five a page", async () => {
    const list = () =>
      world.visitor
        .from("jobs")
        .select("id, title, posted_date", { count: "exact" })
        .order("posted_date", { ascending: false });
    const page = await list().eq("category", "IT").ilike("location", "%leeds%").range(0, 4);
    expect([page.count, page.data?.length]).toEqual([7, 5]);
    const moments = page.data?.map(({ posted_date }) => posted_date as string) ?? [];
    expect(moments).toEqual([...moments].sort().reverse());
    const titles = async (query: PromiseLike<{ data: { title: string }[] | null }>) =>
      (await query).data?.map(({ title }) => title);
    expect(await titles(list().ilike("budget", "%hour%"))).toEqual(["By the hour"]);
    expect(await titles(list().not("budget", "ilike", "%hour%"))).toEqual(["A fixed price"]);
    expect(
      await titles(
        list()
          .gte("budget_max", POUNDS * 200)
          .lte("budget_min", POUNDS * 200),
      ),
    ).toEqual(["A fixed price"]);
  });

  it("save and let go of jobs and providers", async () => {
    const { id, client } = of("member");
    await rows(client.from("saved_jobs").insert({ provider_id: id, job_id: job }).select());
    const saved = await rows<{ job_id: string }>(
      client.from("saved_jobs").select("job_id").eq("provider_id", id),
    );
    const ids = saved.map(({ job_id }) => job_id);
    expect(await rows(client.from("jobs").select("id, title").in("id", ids))).toHaveLength(1);
    await rows(client.from("saved_jobs").delete().eq("provider_id", id).eq("job_id", job).select());

    const seeker = of("seeker");
    const row = { user_id: seeker.id, provider_id: id };
    await rows(seeker.client.from("saved_providers").insert(row).select());
    const providers = await rows<{ provider_id: string }>(
      seeker.client.from("saved_providers").select("provider_id").eq("user_id", seeker.id),
    );
    const listed = seeker.client
      .from("public_providers")
      .select("user_id, name")
      .in(
        "user_id",
        providers.map(({ provider_id }) => provider_id),
      );
    expect(await rows(listed)).toHaveLength(1);
    await rows(seeker.client.from("saved_providers").delete().match(row).select());
  });
});

describe("storage", () => {
  const PIXEL = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

  it("upload an avatar, portfolio media and a logo to their paths, and remove", async () => {
    const { id, client } = of("member");
    const image = { contentType: "image/png" };
    const avatars = client.storage.from("avatars");
    const avatar = `${id}/avatar.png`;
    for (let turn = 0; turn < 2; turn++) {
      await one(avatars.upload(avatar, PIXEL, { ...image, upsert: true, cacheControl: "3600" }));
    }
    const { publicUrl } = avatars.getPublicUrl(avatar).data;
    expect((await fetch(publicUrl)).headers.get("cache-control")).toContain("max-age=3600");

    const media = client.storage.from("portfolio_media");
    const path = `${id}/portfolio/${Date.now()}-0.png`;
    await one(media.upload(path, PIXEL, { ...image, upsert: false }));
    expect((await media.upload(path, PIXEL, { ...image, upsert: false })).error).not.toBeNull();
    expect(await one<object[]>(media.remove([path]))).toHaveLength(1);

    const logos = of("admin").client.storage.from("business_logos");
    await one(logos.upload(`providers/member-co-${Date.now()}.png`, PIXEL, image));
  });
});

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
    const change = { title: "Very good", description: "And quick", rating: 4 };
    await rows(row().update(change).eq("id", feedback).select("id"));
    await rows(row().update({ approved: true }).eq("id", feedback).select("id"));
    const read = () => row().select(FEEDBACK).order("created_at", { ascending: false });
    expect(await rows(read())).toMatchObject([{ ...change, approved: true }]);
    // Deleting asks for a reason (decision 16), so it is a call of its own.
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
