import { describe, expect, it } from "vitest";
import { editUser } from "#tests/security/admin-people.ts";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import { feedbackActs } from "#tests/security/feedback/acts.ts";
import { A_JOB, allowed, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Texts that people write, through the data API: what nobody sees is in none of them, and alone is none. */
const world = testWorld();

const UNSEEN = "\u202e\u3164\u200b\u2800\u200d";
const as = (who: "seeker" | "member" | "admin") => world.people[who];
const profile = (change: object) =>
  as("member").client.from("profiles").update(change).eq("id", as("member").id);
const job = (more: object) =>
  as("seeker")
    .client.from("jobs")
    .insert({ ...A_JOB, user_id: as("seeker").id, ...more });
const feedback = (more: object) => feedbackActs(() => world).insert("seeker", { ...more });
const service = (more: object) =>
  as("member")
    .client.from("services")
    .insert({ user_id: as("member").id, title: "Roofs", ...more });
const category = (more: object) =>
  as("admin")
    .client.from("categories")
    .insert({ group_name: "IT", name: "Robots", ...more });
const business = (more: object) =>
  as("admin")
    .client.from("businesses")
    .insert({ business_name: "Robots Ltd", ...more });
const enquiry = (more: object) => enquiryActs(() => world).enquire("seeker", "member", { ...more });
const edit = (user_data: object) => editUser(world, as("member").id, user_data);

describe("a text of signs that nobody sees", () => {
  it.each([
    ["a first name", () => profile({ first_name: UNSEEN })],
    ["a last name", () => profile({ last_name: "\t\n" })],
    ["a name that an admin gives", () => edit({ first_name: UNSEEN })],
    ["the title of a job", () => job({ title: UNSEEN })],
    ["the title of a job of lines", () => job({ title: "\n\n" })],
    ["the description of a job", () => job({ description: UNSEEN })],
    ["the title of feedback", () => feedback({ title: UNSEEN })],
    ["a service", () => service({ title: UNSEEN })],
    ["a category", () => category({ name: UNSEEN })],
    ["a group of categories", () => category({ group_name: UNSEEN })],
    ["a business", () => business({ business_name: UNSEEN })],
    ["the subject of an enquiry", () => enquiry({ subject: UNSEEN })],
    ["a message", () => enquiry({ message: UNSEEN })],
    ["a skill", () => profile({ skills: [{ name: UNSEEN }] })],
  ])("is refused as %s", async (_what, write) => {
    await refused(write(), /^400 /);
  });
});

describe("a text with signs that nobody sees", () => {
  it("is kept without them, in columns, lists and documents", async () => {
    const { client, id } = as("member");
    const change = {
      first_name: "\u202eZoë\u200b",
      last_name: "عل\u202eی\u200cرضا",
      business_name: "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Roofs\u00a0\u2067Ltd 👩🏽‍🔧",
      bio: "Two\nlines\u2028here \u202eand\u202c more\u0007",
      categories: ["Other: Rob\u202eots"],
      skills: [{ name: "Tiles\u202e", category: "" }],
    };
    await allowed(client.from("profiles").update(change).eq("id", id));
    expect(
      await rows(client.from("profiles").select(Object.keys(change).join(",")).eq("id", id)),
    ).toEqual([
      {
        first_name: "Zoë",
        last_name: "علی\u200cرضا",
        business_name: "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Roofs Ltd 👩🏽‍🔧",
        bio: "Two\nlines here and more",
        categories: ["Other: Robots"],
        skills: [{ name: "Tiles", category: "" }],
      },
    ]);
  });

  it("is kept without them where a function writes it", async () => {
    const { data: id, error } = await enquiry({
      subject: "\u202eFence\u200b",
      message: "Hi\u2066",
    });
    expect(error).toBeNull();
    const words =
      "select e.subject || '|' || m.body from public.enquiries e join public.enquiry_messages m on m.enquiry_id = e.id where e.id = $1";
    expect(await world.see(words, [id])).toBe("Fence|Hi");
  });
});
