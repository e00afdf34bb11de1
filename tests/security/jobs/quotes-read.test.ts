import { beforeEach, describe, expect, it } from "vitest";
import { ANONYMOUS, NAMES, type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

/** Who reads quotes, and the conversations about them. */
const world = testWorld();
const { own, post, send, quotesOf, notices, idOf } = quoteActs(() => world);

let job: string;
beforeEach(async () => {
  await own(
    "delete from public.jobs; delete from public.enquiries; delete from public.enquiry_blocks",
  );
  job = await post();
});

describe("quotes are read", () => {
  beforeEach(async () => {
    await rows(send("member", job, { message: "hush" }));
    await rows(send("hidden", job, { message: "quiet" }));
  });

  it("by the provider who wrote them and the job's poster, and by nobody else", async () => {
    expect(await outcome(world.visitor.from("job_quotes").select())).toBe(ANONYMOUS);
    expect(await outcome(quotesOf("visitor", job))).toBe(ANONYMOUS);
    expect(await outcome(world.visitor.rpc("my_quotes"))).toBe(ANONYMOUS);
    for (const who of NAMES.filter((name) => name !== "idle" && name !== "retired")) {
      const read = await rows<{ message: string }>(
        world.people[who].client.from("job_quotes").select("message"),
      );
      const expected =
        { seeker: ["hush", "quiet"], member: ["hush"], hidden: ["quiet"] }[who as string] ?? [];
      expect(read.map(({ message }) => message).sort(), who).toEqual(expected);
      expect(await rows(quotesOf(who, job)), who).toHaveLength(who === "seeker" ? 2 : 0);
      const mine = await rows<{ message: string }>(world.people[who].client.rpc("my_quotes"));
      expect(
        mine.map(({ message }) => message),
        who,
      ).toEqual(who === "seeker" ? [] : expected);
    }
  });
});

describe("the conversation about a quote", () => {
  const write = (who: Name | "visitor", provider: Name, message = "When?") =>
    world
      .clientOf(who)
      .rpc("write_about_quote", { job_id: job, provider_id: idOf(provider), message });
  beforeEach(async () => {
    await rows(send("member", job));
  });

  it("is one among the enquiries of both, opened by either", async () => {
    const opened = await write("member", "member");
    expect((await write("seeker", "member")).data).toBe(opened.data);
    expect(
      await own("select sender_id, provider_id, job_id, subject from public.enquiries"),
    ).toEqual([
      {
        sender_id: idOf("seeker"),
        provider_id: idOf("member"),
        job_id: job,
        subject: "Fix my roof",
      },
    ]);
    expect((await rows(quotesOf("seeker", job)))[0]).toMatchObject({ enquiry_id: opened.data });
    expect(await notices("enquiry")).toHaveLength(2);
    await own("delete from public.jobs");
    expect(await world.see("select count(*)::int from public.enquiries where job_id is null")).toBe(
      1,
    );
  });

  it("is closed to everybody else, without a quote, and after a block", async () => {
    for (const who of ["rival", "hidden", "admin"] as const)
      expect(await outcome(write(who, "member")), who).toBe("404 PT404");
    expect(await outcome(write("visitor", "member"))).toBe(ANONYMOUS);
    expect(await outcome(write("seeker", "hidden"))).toBe("404 PT404");
    await own("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
      idOf("seeker"),
      idOf("member"),
    ]);
    expect(await outcome(write("member", "member"))).toBe("403 PT403");
    expect(await outcome(write("seeker", "member"))).toBe("409 PT409");
    expect(await world.see("select count(*)::int from public.enquiries")).toBe(0);
  });
});
