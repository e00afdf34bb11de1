/** The name of an enquiry's draft: one for each person and provider, and one for visitors. */
export const enquiryDraft = (providerId: string, userId = "visitor"): string =>
  `enquiry:${userId}:${providerId}`;

/** The name of a job's draft: one for each person and job, and one for visitors. */
export const jobDraft = (userId = "visitor", jobId?: string): string =>
  `job:${userId}${jobId ? `:${jobId}` : ""}`;

interface VisitorDraft {
  /** The visitor's draft. */
  draft: string;
  message: string;
  /** The way back to it. */
  back: string;
}

/** What a visitor may have written on a page before they log in or sign up, or null. */
export const visitorDraftAt = (path: string | null): VisitorDraft | null => {
  const url = new URL(path ?? "/", "https://site.invalid");
  const provider = /^\/directory\/([^/]+)$/.exec(url.pathname)?.[1];
  if (provider && url.searchParams.get("action") === "contact") {
    return {
      draft: enquiryDraft(provider),
      message: "Your message is kept.",
      back: "Back to your message",
    };
  }
  if (url.pathname !== "/post-job" || url.searchParams.has("edit")) return null;
  return { draft: jobDraft(), message: "Your job is kept.", back: "Finish posting your job" };
};
