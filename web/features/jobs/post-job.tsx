import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { jobDraft } from "#domain/accounts/visitor-drafts.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { labelOf, selectionOf } from "#domain/categories/categories.ts";
import { withPoundSign } from "#domain/jobs/budget.ts";
import { CONTACT_DAYS, JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { jobSchema } from "#domain/jobs/posting.ts";
import { firstOf } from "#domain/values/characters.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useDraft, useDraftFromBefore } from "#web/ui/draft.ts";
import { useForm } from "#web/ui/form.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import type { PostedForm } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { RestoredDraft } from "#web/ui/restored-draft.tsx";
import { toast } from "#web/ui/toast.ts";
import { Fact, FactTiles } from "./job-facts.tsx";
import { PostJobForm } from "./post-job-form.tsx";
import type { PostedJob } from "./posted-job.ts";
import type { EditableJob } from "./queries.ts";
import { editJob, type NewJob, postJob } from "./writes.ts";

/** What a link to the form fills in, such as the directory's of a search with few results. */
const useRequestedJob = (groups: CategoryGroup[]) => {
  const [params] = useSearchParams();
  const category = params.get("category") ?? "";
  const isKnown = groups.some(({ name, categories }) =>
    [selectionOf(name), ...categories.map((one) => selectionOf(name, one.name))].includes(category),
  );
  return {
    title: firstOf(params.get("title") ?? "", LIMITS.jobs.title),
    location: firstOf(params.get("location") ?? "", LIMITS.jobs.location),
    categories: isKnown ? [category] : [],
  };
};

const Change = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <button type="button" className="link shrink-0 text-sm" onClick={onPress}>
    Change<span className="sr-only"> {what}</span>
  </button>
);

const Preview = ({
  job,
  verb,
  busy,
  onBack,
  onPost,
  opens,
}: {
  job: NewJob;
  verb: string;
  busy: boolean;
  /** To the form, or to a field of it. */
  onBack: (field?: keyof NewJob) => void;
  onPost: () => void;
  /** Posting it opens it. */
  opens: boolean;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="preview" className="grid gap-5 wrap-anywhere">
      <h1
        id="preview"
        ref={heading}
        tabIndex={-1}
        className="text-title tracking-title outline-none"
      >
        Check your job
      </h1>
      <Card>
        <div className="flex items-start justify-between gap-4">
          <h2 className="min-w-0 text-xl">{job.title}</h2>
          <Change what="the job" onPress={() => onBack("title")} />
        </div>
        <ul className="mt-3 flex flex-wrap gap-2">
          {job.categories.map((selection) => (
            <li key={selection}>
              <Badge tone="brand">{labelOf(selection)}</Badge>
            </li>
          ))}
        </ul>
        <div className="mt-4">
          <FactTiles>
            <Fact label="Budget">{withPoundSign(job.budget) || "To be agreed"}</Fact>
            {job.location && <Fact label="Location">{job.location}</Fact>}
            {opens && <Fact label="Open for">{JOB_DAYS} days</Fact>}
          </FactTiles>
        </div>
        <p className="mt-4 max-w-prose whitespace-pre-line">{job.description}</p>
        <PictureStrip pictures={job.pictures} title={job.title} from="you" />
      </Card>
      <Card>
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-lg">Your contact details</h2>
          <Change what="your contact details" onPress={() => onBack("contactName")} />
        </div>
        <address className="mt-2 not-italic">
          {[job.contactName, job.contactEmail, job.contactPhone].filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </address>
        <p className="mt-2">
          {job.revealLimit === null
            ? "Any professional with a membership can see these."
            : `Up to ${job.revealLimit} professionals with a membership can see these.`}
        </p>
      </Card>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button variant="signal" size="lg" busy={busy} onClick={onPost}>
          {verb}
        </Button>
        <Button variant="quiet" size="lg" onClick={() => onBack()}>
          Back to Editing
        </Button>
      </div>
    </section>
  );
};

interface Poster {
  id: string;
  name: string;
  email: string;
  phone: string;
  location: string;
}

/** What the preview's history entry remembers. */
const PREVIEW = { preview: true };

/** Writing a job, previewing it, and posting it; or changing a posted one. */
export const PostJob = ({
  groups,
  poster,
  editing,
  posted,
}: {
  groups: CategoryGroup[];
  /** Null before signing in: the text is stored until afterwards. */
  poster: Poster | null;
  editing?: { id: string; job: EditableJob };
  /** The result of the form without scripts. */
  posted?: PostedForm<NewJob> | undefined;
}) => {
  const navigate = useNavigate();
  const location = useLocation();
  // The preview is a history entry, so that Back returns to the form; a reload starts with the form.
  const [checked, setChecked] = useState(false);
  /** The field to be changed, once the form is there again. */
  const [wanted, setWanted] = useState<keyof NewJob | null>(null);
  const previewing = checked && (location.state as typeof PREVIEW | null)?.preview === true;
  const requested = useRequestedJob(groups);
  const posting = useWrite(postJob);
  const edit = useWrite(editJob);
  const ownContact = {
    contactName: poster?.name ?? "",
    contactEmail: poster?.email ?? "",
    contactPhone: poster?.phone ?? "",
  };
  const reopens = editing?.job.reopens ?? false;
  const form = useForm<NewJob>({
    resolver: zodResolver(jobSchema),
    defaultValues: (editing && { ...editing.job, ...(reopens ? ownContact : {}) }) ??
      posted?.values ?? {
        title: requested.title,
        description: "",
        categories: requested.categories,
        location: requested.location || (poster?.location ?? ""),
        budget: "",
        ...ownContact,
        pictures: [],
        revealLimit: null,
      },
  });
  useEffect(() => {
    if (previewing || !wanted) return;
    form.setFocus(wanted);
    setWanted(null);
  }, [previewing, wanted, form]);
  const restored = useDraftFromBefore(
    jobDraft(),
    poster && !editing ? jobDraft(poster.id) : undefined,
  );
  const { saved } = useDraft(form, jobDraft(poster?.id, editing?.id), "browser", posted?.values);

  const save = async () => {
    if (!poster) {
      toast({ title: "Authentication required", description: "Please sign in to post jobs." });
      await navigate("/login?return=/post-job");
      return;
    }
    const job = form.getValues();
    try {
      const id = editing
        ? await edit.run(job, editing.id, reopens)
        : await posting.run(job, poster.id);
      if (!id) return;
      saved();
      toast({
        title: reopens ? "Job reopened" : editing ? "Job updated" : "Job posted successfully",
        variant: "success",
      });
      if (editing) return await navigate(`/job-directory?job=${id}`);
      const [category = ""] = job.categories;
      const state: PostedJob = {
        postedJob: { id, title: job.title, category, location: job.location },
      };
      await navigate("/job-directory", { state });
    } catch (error) {
      const title = editing ? "Error updating job" : "Error posting job";
      toast(failureToast(error, title, "Please try again. Nothing you typed is lost."));
    }
  };

  return (
    <>
      <div hidden={previewing}>
        <PostedNotice
          posted={posted}
          action={
            posted?.tone === "warning" && (
              <>
                <ButtonLink to="/login?return=/post-job" size="sm" data-scripted="">
                  Log in
                </ButtonLink>
                <ButtonLink
                  to="/signup?return=/post-job"
                  size="sm"
                  variant="outline"
                  data-scripted=""
                >
                  Sign Up
                </ButtonLink>
              </>
            )
          }
        />
        {restored && (
          <RestoredDraft form={form} schema={jobSchema} title="Your job is ready">
            Press “Preview your job” to check it, then “Post Job”.
          </RestoredDraft>
        )}
        {reopens && (
          <div className="mb-6">
            <Alert tone="info" title="We erased the contact details of this job">
              We do so {CONTACT_DAYS} days after a job ends. Check the ones below to reopen it.
            </Alert>
          </div>
        )}
        <PostJobForm
          form={form}
          groups={groups}
          userId={poster?.id}
          onReady={() => {
            setChecked(true);
            void navigate(location.pathname + location.search, { state: PREVIEW });
          }}
        />
      </div>
      {previewing && (
        <Preview
          job={form.getValues()}
          verb={
            poster
              ? reopens
                ? "Reopen Job"
                : editing
                  ? "Save Changes"
                  : "Post Job"
              : "Log in or sign up to post"
          }
          busy={posting.busy || edit.busy}
          opens={!editing || reopens}
          onBack={(field) => {
            setWanted(field ?? null);
            void navigate(-1);
          }}
          onPost={() => void save()}
        />
      )}
    </>
  );
};
