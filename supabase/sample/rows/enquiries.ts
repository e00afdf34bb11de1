import { people } from "../people.ts";
import { idOf } from "../seeded-random.ts";
import { enquiries } from "../written.ts";

const HOUR = 3_600_000;
/** How long the other side takes to read a message. */
const READ_AFTER = HOUR / 3;

const at = (time: number): string => new Date(time).toISOString();

const personOf = (key: string): string => {
  const person = people.find((one) => one.key === key);
  if (!person) throw new Error(`Nobody has the key ${key}`);
  return person.id;
};

/** The conversations with their messages. */
export const enquiryRows = (now: number) => {
  const messages = enquiries.map((row, n) => ({
    id: idOf("message", n, row.subject),
    enquiry_id: idOf("enquiry", row.client, row.provider, row.subject),
    author_id: personOf(row.from === "client" ? row.client : row.provider),
    body: row.text,
    created_at: at(now - row.hours * HOUR),
    read_at: row.unread ? null : at(now - row.hours * HOUR + READ_AFTER),
  }));
  const conversations = new Map(
    enquiries.map((row, n) => [messages[n]?.enquiry_id, { ...row, last: messages[n] }]),
  );
  return {
    messages,
    enquiries: [...conversations].map(([id, { client, provider, subject, last }]) => ({
      id,
      sender_id: personOf(client),
      provider_id: personOf(provider),
      subject,
      created_at: messages.find(({ enquiry_id }) => enquiry_id === id)?.created_at,
      last_message_at: last?.created_at,
    })),
  };
};
