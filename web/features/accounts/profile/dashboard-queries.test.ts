import { createClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { loadNewMessage, perWeek } from "./dashboard-queries.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

it("counts moments by weeks, the newest last, and leaves out older and future ones", () => {
  const weeks = perWeek([0, 1, 6.9, 7, 83.9, 84, 400, -1].map(daysAgo), NOW);
  expect(weeks).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]);
});

const ME = "5ea7c400-0000-4000-8000-000000000001";

/** What a person sees whose newest conversations have these unread messages of the other side. */
const newMessage = (unread: Record<string, string[]>) => {
  const conversations = Object.entries(unread).map(([id, bodies]) => ({
    id,
    other_name: `The other of ${id}`,
    other_image: null,
    // The person wrote last.
    excerpt: "My own words",
    unread: bodies.length,
  }));
  const db = createClient("http://data.example", "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input) => {
        const { pathname, searchParams } = new URL(String(input));
        if (pathname.endsWith("/rpc/my_enquiries")) return Response.json(conversations);
        expect(searchParams.get("author_id")).toBe(`neq.${ME}`);
        expect(searchParams.get("read_at")).toBe("is.null");
        const bodies = unread[searchParams.get("enquiry_id")?.replace("eq.", "") ?? ""] ?? [];
        return Response.json(bodies.slice(0, 1).map((body) => ({ body })));
      },
    },
  });
  return loadNewMessage(db, ME);
};

it("shows a new message in the other side's words, also where the person wrote last", async () => {
  expect(await newMessage({ read: [], waiting: ["You are in the diary."] })).toEqual({
    name: "The other of waiting",
    image: null,
    excerpt: "You are in the diary.",
  });
});
