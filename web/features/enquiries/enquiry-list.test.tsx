import { expect, it, vi } from "vitest";
import { draw } from "#tests/draw.tsx";
import { EnquiryList } from "./enquiry-list.tsx";
import type { Enquiry } from "./queries.ts";

const person = vi.hoisted(() => ({ type: "client", member: false }));
vi.mock("#web/session/session.ts", () => ({
  useSession: () => ({
    status: "signed-in",
    user: { id: "ada" },
    profile: { account_type: person.type },
    subscription: { isSubscribed: person.member },
  }),
}));

const shown = (list: Parameters<typeof EnquiryList>[0]) => draw(<EnquiryList {...list} />);

it("leads from an empty list to what brings a conversation", () => {
  for (const [type, member, address] of [
    ["client", false, "/directory"],
    ["provider", true, "/directory/me"],
    ["provider", false, "/membership"],
  ] as const) {
    Object.assign(person, { type, member });
    expect(shown({ enquiries: [] })).toContain(`href="${address}"`);
  }
});

it("opens a conversation beside the page of the list that it is on", () => {
  const enquiry = { id: "a1", subject: "Oak shelf", other_name: "Cleo", excerpt: "Hello" };
  const enquiries = [{ ...enquiry, last_message_at: "2026-11-22T10:00:00Z" } as Enquiry];
  expect(shown({ enquiries })).toContain('href="/dashboard/enquiries?open=a1"');
  const second = shown({ enquiries, page: 2, current: "a1" });
  expect(second).toContain('href="/dashboard/enquiries?page=2&amp;open=a1"');
  expect(second).toContain('aria-current="page"');
});
