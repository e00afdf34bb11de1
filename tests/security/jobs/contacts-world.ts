import { postJob, rows, startWorld, type World } from "#tests/security/people.ts";

/** What nobody may find out. */
export const SECRET = {
  contact_name: "Hush",
  contact_email: "hush@secret.example",
  contact_phone: "07770123456",
};
/** What who may see it gets: the location has no postcode. */
export const SHOWN = { ...SECRET, sector: null };
export const SECRETS = /hush|0777|"phone"/i;
export const PUBLIC = { title: "Fix my roof", description: "It drips", category: "IT" };

/** The cast, and two jobs of its seeker, each with a contact: one open, one closed. */
export const startContacts = async (): Promise<World & Record<"open" | "closed", string>> => {
  const world = await startWorld();
  const { seeker } = world.people;
  const open = await postJob(seeker, { ...SECRET, title: "Open job" });
  const closed = await postJob(seeker, { ...SECRET, title: "Closed job" });
  await rows(seeker.client.from("jobs").update({ status: "closed" }).eq("id", closed));
  return { ...world, open, closed };
};
