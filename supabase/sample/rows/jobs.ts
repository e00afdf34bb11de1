import { JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { DAY, isLive, type Person, people } from "../people.ts";
import { chanceOf, idOf } from "../seeded-random.ts";
import { jobs, type SampleJob } from "../written.ts";

const at = (time: number): string => new Date(time).toISOString();

const LIFE = JOB_DAYS * DAY;

export const jobId = (job: SampleJob): string => idOf("job", job.title);

const postedAt = (job: SampleJob, now: number): number =>
  now - (job.posted + chanceOf("posted", job.title).between(0.05, 0.95)) * DAY;

const posterOf = (job: SampleJob): Person => {
  const poster = people.find(({ key, type }) => type === "client" && key === job.by);
  if (!poster) throw new Error(`No client has the key ${job.by}`);
  return poster;
};

export const jobRows = (now: number) =>
  jobs.map((job) => {
    const poster = posterOf(job);
    const posted = postedAt(job, now);
    return {
      id: jobId(job),
      title: job.title,
      description: job.description,
      category: job.categories[0] ?? "",
      categories: job.categories,
      location: job.location,
      budget: job.budget,
      user_id: poster.id,
      contact_name: `${poster.first} ${poster.last}`,
      contact_email: poster.email,
      contact_phone: job.phone ? poster.phone : null,
      status: job.closed ? "closed" : "open",
      posted_date: at(posted),
      told_at: at(posted),
      closed_at: job.closed ? at(posted + 6 * DAY) : null,
      // Renewed each time it expired.
      expires_at: at(posted + Math.ceil((now - posted) / LIFE) * LIFE),
    };
  });

const mainOf = (selection: string): string => selection.split(" > ")[0] ?? selection;

/** Providers whose trade a job is in: those who might save it, and pay attention to it. */
const interested = (job: SampleJob): Person[] => {
  const mains = job.categories.map(mainOf);
  return chanceOf("interested", job.title)
    .shuffle(people)
    .filter(
      (person) =>
        person.type === "provider" &&
        isLive(person) &&
        person.categories.some((c) => mains.includes(mainOf(c))),
    );
};

const seenBy = (kind: string, most: number, now: number) =>
  jobs.flatMap((job) => {
    const chance = chanceOf(kind, job.title);
    const posted = postedAt(job, now);
    const until = job.closed ? posted + 6 * DAY : now;
    return interested(job)
      .slice(0, Math.floor(chance.between(0, most + 1)))
      .map((provider) => ({
        job_id: jobId(job),
        provider_id: provider.id,
        seen: at(chance.between(posted, until)),
      }));
  });

export const revealRows = (now: number) =>
  seenBy("reveal", 4, now).map(({ seen, ...row }) => ({ ...row, revealed_at: seen }));
export const savedJobRows = (now: number) =>
  seenBy("saved job", 2, now).map(({ seen, ...row }) => ({ ...row, created_at: seen }));

/** Clients keep a few providers for later. */
export const savedProviderRows = (now: number) => {
  const live = people.filter(isLive);
  return people
    .filter(({ type }) => type === "client")
    .flatMap((client) => {
      const chance = chanceOf("saved", client.key);
      return chance
        .shuffle(live)
        .slice(0, Math.floor(chance.between(1, 6)))
        .map((provider) => ({
          user_id: client.id,
          provider_id: provider.id,
          created_at: at(now - chance.between(0.1, Math.min(client.joined, provider.joined)) * DAY),
        }));
    });
};
