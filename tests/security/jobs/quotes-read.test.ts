import { beforeEach, describe, expect, it } from "vitest";
import { NAMES, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

/** Who reads quotes, and the conversations about them. */
const world = testWorld();
const { own, post, send, quotesOf, notices, idOf, clear, block } = quoteActs(() => world);

let job: string;
beforeEach(async () => {
  await clear();
  job = await post();
});

describe("quotes are read", () => {
  beforeEach(async () => {
    await rows(send("member", job, { message: "hush" }));
    await rows(send("hidden", job, { message: "quiet" }));
  });

  it("by the provider who wrote them and the job's poster, and by nobody else", async () => {
    for (const who of NAMES.filter((name) => name !== "idle" && name !== "retired")) {
      const read = await rows<{ message: string }>(world.from(who, "job_quotes").select("message"));
      const expected =
        { seeker: ["hush", "quiet"], member: ["hush"], hidden: ["quiet"] }[who as string] ?? [];
      expect(read.map(({ message }) => message).sort(), who).toEqual(expected);
      expect(await rows(quotesOf(who, job)), who).toHaveLength(who === "seeker" ? 2 : 0);
      const mine = await rows(world.rpc(who, "my_quotes"));
      const listed = mine.map(({ message }) => message);
      expect(listed, who).toEqual(who === "seeker" ? [] : expected);
    }
  });
});

describe("the conversation about a quote", () => {
  const write = (who: Name | "visitor", provider: Name, message = "When?") =>
    world.rpc(who, "write_about_quote", { job_id: job, provider_id: idOf(provider), message });
  beforeEach(async () => {
    await rows(send("member", job));
  });

  it("is one among the enquiries of both, opened by either", async () => {
    const opened = await write("member", "member");
    expect((await write("seeker", "member")).data).toBe(opened.data);
    const both = { sender_id: idOf("seeker"), provider_id: idOf("member") };
    expect(
      await own("select sender_id, provider_id, job_id, subject from public.enquiries"),
    ).toEqual([{ ...both, job_id: job, subject: "Fix my roof" }]);
    expect((await rows(quotesOf("seeker", job)))[0]).toMatchObject({ enquiry_id: opened.data });
    expect(await notices("enquiry")).toHaveLength(2);
    await own("delete from public.jobs");
    expect(await world.count("public.enquiries where job_id is null")).toBe(1);
  });

  it("is closed to everybody else, without a quote, and after a block", async () => {
    for (const who of ["rival", "hidden", "admin"] as const)
      await refused(write(who, "member"), "404 PT404", who);
    await refused(write("seeker", "hidden"), "404 PT404");
    await block("seeker", "member");
    await refused(write("member", "member"), "403 PT403");
    await refused(write("seeker", "member"), "409 PT409");
    expect(await world.count("public.enquiries")).toBe(0);
  });
});
