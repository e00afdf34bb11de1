import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { rows, startWorld, type World } from "#tests/security/people.ts";
import { one } from "./calls-made.ts";

/**
 * The calls of spec 2 section 7, each made by a person who may make it, with the official client. Tests of
 * who is refused are in tests/security.
 */
const world = perFile(startWorld);
let job: string;

const of = (who: keyof World["people"]) => world.people[who];

/** Bounds are stored in pence. */
const POUNDS = 100;

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

  it("save and remove jobs and providers", async () => {
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
