import type { Db } from "#web/session/database.ts";

export const ENQUIRIES_PAGE = 20;

/** A conversation with its other side, of whom only the public name and picture are known. */
export const loadEnquiries = async (db: Db, page = 1) => {
  const { data } = await db
    .rpc("my_enquiries", { page_size: ENQUIRIES_PAGE, page_offset: (page - 1) * ENQUIRIES_PAGE })
    .throwOnError();
  return { enquiries: data, total: data[0]?.total_count ?? 0 };
};

export type EnquiryList = Awaited<ReturnType<typeof loadEnquiries>>;
export type Enquiry = EnquiryList["enquiries"][number];

/** The most messages shown of a conversation; the newest ones. */
const MESSAGES_SHOWN = 200;

/** What the public knows of the provider that a client writes to; null while they are not listed. */
const loadProviderFacts = async (db: Db, id: string) => {
  const { data, error } = await db
    .from("public_providers")
    .select("main_category, location, rating_average, rating_count")
    .eq("user_id", id)
    .maybeSingle();
  // The conversation is still useful without them.
  if (error) console.warn(error);
  return data;
};

/** The messages, oldest first, or null if the conversation is another person's. */
export const loadThread = async (db: Db, id: string, userId: string) => {
  const [talk, messages, blocks] = await Promise.all([
    db
      .from("enquiries")
      .select("id, subject, sender_id, provider_id")
      .eq("id", id)
      .maybeSingle()
      .throwOnError(),
    db
      .from("enquiry_messages")
      .select("id, author_id, body, pictures, created_at, read_at")
      .eq("enquiry_id", id)
      .order("created_at", { ascending: false })
      .limit(MESSAGES_SHOWN)
      .throwOnError(),
    db.from("enquiry_blocks").select("blocked_id").throwOnError(),
  ]);
  if (!talk.data) return null;
  const { sender_id, provider_id } = talk.data;
  return {
    ...talk.data,
    provider: sender_id === userId ? await loadProviderFacts(db, provider_id) : null,
    messages: messages.data.toReversed(),
    blocked: blocks.data.map(({ blocked_id }) => blocked_id),
  };
};

export type Thread = NonNullable<Awaited<ReturnType<typeof loadThread>>>;

/** How many messages a person has not read yet. */
export const countUnread = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .from("enquiry_messages")
    .select("id", { count: "exact", head: true })
    .neq("author_id", userId)
    .is("read_at", null)
    .throwOnError();
  return count ?? 0;
};

/** The newest message of a conversation that a person has not read, null if there is none; a list's excerpt may be their own. */
export const loadUnreadMessage = async (
  db: Db,
  enquiryId: string,
  userId: string,
): Promise<{ body: string } | null> => {
  const { data } = await db
    .from("enquiry_messages")
    .select("body")
    .eq("enquiry_id", enquiryId)
    .neq("author_id", userId)
    .is("read_at", null)
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
};
