import { beforeEach, describe, expect, it } from "vitest";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import {
  ANONYMOUS,
  allowed,
  dataOf,
  FORBIDDEN,
  type Name,
  outcome,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
const TABLES = ["public.enquiries", "public.enquiry_messages", "public.enquiry_blocks"];
beforeEach(() => world.sql("delete from public.enquiries; delete from public.enquiry_blocks"));

const { enquire: send, answer, blockEnquirer: block } = enquiryActs(() => world);
const sent = (who: Name = "seeker", to: Name = "member") => dataOf<string>(send(who, to));
const count = () => world.count("public.enquiry_messages");
const notices = () =>
  world.sql<{ user_id: string; data: Record<string, string> }>(
    "select user_id, data from notify.notices where kind = 'enquiry' order by created_at",
  );

describe("an enquiry", () => {
  it("reaches a listed provider, who replies, and each gets a mail without an address", async () => {
    await world.sql("delete from notify.notices");
    const id = await sent();
    await allowed(answer("member", id));
    const { member, seeker } = world.people;
    const queued = await notices();
    expect(queued.map(({ user_id }) => user_id)).toEqual([member.id, seeker.id]);
    expect(JSON.stringify(queued)).not.toMatch(/@|7700/);
    const [mine] = await rows(seeker.client.rpc("my_enquiries"));
    const talk = { id, other_name: "member Ltd", mine: true, unread: 1, replied: true };
    expect(mine).toMatchObject(talk);
    const [theirs] = await rows(member.client.rpc("my_enquiries"));
    expect(theirs).toMatchObject({ id, other_name: "Seeker Tester", mine: false, unread: 1 });
    expect(JSON.stringify([mine, theirs])).not.toMatch(/@|7700/);
    await member.client.rpc("read_enquiry", { enquiry_id: id });
    const [read] = await rows(member.client.rpc("my_enquiries"));
    expect(read).toMatchObject({ unread: 0 });
    await allowed(send("plain", "member"));
  });

  it.each<[Name | "visitor", Name, string]>([
    ["visitor", "member", ANONYMOUS],
    ["unconfirmed", "member", FORBIDDEN],
    ["idle", "member", FORBIDDEN],
    ["admin", "member", "403 PT403"],
    ["retired", "member", FORBIDDEN],
    ["member", "member", "400 PT400"],
    ["seeker", "plain", "404 PT404"],
    ["seeker", "lapsed", "404 PT404"],
    ["seeker", "hidden", "404 PT404"],
    ["seeker", "idle", "404 PT404"],
    ["seeker", "rival", "404 PT404"],
  ])("from %s to %s is refused", async (who, to, refusal) => {
    expect(await outcome(send(who, to))).toBe(refusal);
    expect(await count()).toBe(0);
    expect(await world.count("public.enquiries")).toBe(0);
  });

  it.each([
    [{ subject: " " }],
    [{ message: "\n " }],
    [{ subject: "s".repeat(151) }],
    [{ message: "m".repeat(5001) }],
    [{ message: null }],
  ])("with wrong words is refused (%#)", async (more) => {
    await refused(send("seeker", "member", more), "400 PT400");
    expect(await count()).toBe(0);
  });
});

describe("a conversation", () => {
  it.each<Name>(["rival", "plain", "hidden", "admin", "retired"])(
    "is out of %s's reach",
    async (who) => {
      const id = await sent();
      await world.unchanged(TABLES, async () => {
        const client = world.clientOf(who);
        for (const table of ["enquiries", "enquiry_messages", "enquiry_blocks"]) {
          expect(await rows(client.from(table).select("*"))).toEqual([]);
          expect(await rows(client.rpc("my_enquiries"))).toEqual([]);
        }
        const refusal = who === "retired" ? FORBIDDEN : "404 PT404";
        await refused(answer(who, id), refusal);
        await refused(block(who, id), refusal);
        await client.rpc("read_enquiry", { enquiry_id: id });
      });
    },
  );

  it("ends for people who are blocked, who cannot see or undo it, until it is lifted", async () => {
    const id = await sent();
    const { seeker } = world.people;
    await rows(block("member", id));
    await refused(answer("seeker", id), "403 PT403");
    await refused(send("seeker", "member"), "403 PT403");
    await refused(answer("member", id), "409 PT409");
    expect(await rows(seeker.client.from("enquiry_blocks").select("*"))).toEqual([]);
    await rows(block("seeker", id, false));
    await refused(answer("seeker", id), "403 PT403");
    await rows(block("member", id, false));
    await allowed(answer("seeker", id));
  });

  it("accepts twenty messages a person and day, also when they arrive at once", async () => {
    const id = await sent();
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, i) => outcome(answer("seeker", id, `Again ${i}`))),
    );
    expect(all.filter((one) => one === "let in")).toHaveLength(19);
    expect(new Set(all)).toEqual(new Set(["let in", "429 PT429"]));
    await refused(send("seeker", "member"), "429 PT429");
    await allowed(answer("member", id));
    expect(await count()).toBe(21);
  });
});
