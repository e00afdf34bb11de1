const OPEN = {
  id: "job",
  title: "Fix a gate",
  category: "Trades & Home Services > Carpentry",
  location: "Leeds",
  status: "open",
  posted_date: "2026-11-02T09:00:00Z",
  expires_at: "2126-12-02T09:00:00Z",
  contact_erased: false,
  unlocks: 0,
  told_count: 0,
  seen_count: 0,
  quotes: 0,
  new_quotes: 0,
  provider_id: null as string | null,
  provider: null as string | null,
  starts_on: null as string | null,
  said_done: false,
  reviewed: false,
  may_review: false,
};

/** A client's own job, open and without quotes unless `facts` say otherwise. */
export const myJob = (facts: Partial<typeof OPEN> = {}) => ({ ...OPEN, ...facts });

const HIRE = {
  outcome: null,
  provider: null,
  provider_id: null,
  starts_on: null,
  said_done: false,
  client: "Ann Oak",
  contact_erased: false,
  confirmed: false,
  reviewed: false,
  enquiry_id: null,
  candidates: [],
};

/** What a job's page knows of its hire: nobody yet, unless `facts` say otherwise. */
export const hireOf = <Facts extends object>(facts: Facts) => ({ ...HIRE, ...facts });
