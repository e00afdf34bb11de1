import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { labelOf } from "#domain/categories/categories.ts";
import { withPoundSign } from "#domain/jobs/budget.ts";
import { CONTACT_DAYS, JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { jobSchema, type NewJob } from "#domain/jobs/posting.ts";
import { countOf } from "#domain/values/numbers.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { useForm } from "#web/ui/form.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { toast } from "#web/ui/toast.ts";
import { Fact, FactTiles } from "./job-facts.tsx";
import { PostJobForm } from "./post-job-form.tsx";
import type { PostedJob } from "./posted-job.ts";
import type { EditableJob } from "./queries.ts";
import { useRequestedJob } from "./requested-job.ts";
import { editJob, postJob } from "./writes.ts";

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
          <Change what="your contact details" onPress={() => onBack("contact_name")} />
        </div>
        <address className="mt-2 not-italic">
          {[...new Set([job.contact_name, job.contact_email, job.contact_phone])]
            .filter(Boolean)
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
        </address>
        <p className="mt-2">
          {job.reveal_limit === null
            ? "Any professional with a membership can see these."
            : `Up to ${countOf(job.reveal_limit, "professional", "professionals")} with a membership can see these.`}
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
}: {
  groups: CategoryGroup[];
  poster: Poster;
  editing?: { id: string; job: EditableJob };
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
    contact_name: poster.name,
    contact_email: poster.email,
    contact_phone: poster.phone,
  };
  const reopens = editing?.job.reopens ?? false;
  const form = useForm<NewJob>({
    resolver: zodResolver(jobSchema),
    defaultValues: (editing && { ...editing.job, ...(reopens ? ownContact : {}) }) ?? {
      title: requested.title,
      description: "",
      categories: requested.categories,
      location: requested.location || poster.location,
      budget: "",
      ...ownContact,
      pictures: [],
      reveal_limit: null,
    },
  });
  useEffect(() => {
    if (previewing || !wanted) return;
    form.setFocus(wanted);
    setWanted(null);
  }, [previewing, wanted, form]);
  const draft = `job:${poster.id}${editing ? `:${editing.id}` : ""}`;
  const { saved } = useDraft(form, draft, "browser");

  const save = async () => {
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
          userId={poster.id}
          onReady={() => {
            setChecked(true);
            void navigate(location.pathname + location.search, { state: PREVIEW });
          }}
        />
      </div>
      {previewing && (
        <Preview
          job={form.getValues()}
          verb={reopens ? "Reopen Job" : editing ? "Save Changes" : "Post Job"}
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
