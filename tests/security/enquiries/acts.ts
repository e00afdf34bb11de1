import type { Name, Who, World } from "#tests/security/people.ts";

/** What the two sides of a conversation do, in a world that may still be starting. */
export const enquiryActs = (world: () => World) => ({
  enquire: (who: Who, to: Name, more: Record<string, unknown> = {}) =>
    world().rpc(who, "send_enquiry", {
      provider_id: world().people[to].id,
      subject: "A fence",
      message: "Could you mend it?",
      ...more,
    }),
  answer: (who: Who, enquiry_id: unknown, message = "With pleasure", more: object = {}) =>
    world().rpc(who, "answer_enquiry", { enquiry_id, message, ...more }),
  blockEnquirer: (who: Who, enquiry_id: string, blocked = true) =>
    world().rpc(who, "block_enquirer", { enquiry_id, blocked }),
});
