import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Trash from "lucide-react/icons/trash-2";
import { type DragEvent, useState } from "react";
import { SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import {
  cardSample,
  MOST_SAMPLES,
  moved,
  sampleTitle,
  type WorkSample,
  withoutSample,
  withSample,
} from "#domain/providers/portfolio.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { Dropzone, useIgnoreMissedDrops } from "./dropzone.tsx";
import { Editor, type Opened } from "./editor.tsx";
import {
  acceptedFiles,
  discardFiles,
  showChangeFailed,
  showSubscriptionRequired,
} from "./failures.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { changePortfolio } from "./writes.ts";

const SIZES = "(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw";
const DRAGGED = "application/x-work-sample";

/** "2 pictures and 1 film" */
const contentsOf = ({ media }: WorkSample): string => {
  const films = media.filter(({ type }) => type === "video").length;
  const pictures = media.length - films;
  return [
    pictures > 0 && countOf(pictures, "picture", "pictures"),
    films > 0 && countOf(films, "film", "films"),
  ]
    .filter(Boolean)
    .join(" and ");
};

/** The owner's portfolio: add, edit, order, delete. */
export default function Manager({
  samples,
  userId,
  member,
}: {
  samples: WorkSample[];
  userId: string;
  member: boolean;
}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [deleting, setDeleting] = useState<WorkSample | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  // The new order, while it is being saved.
  const [order, setOrder] = useState<WorkSample[] | null>(null);
  const { run, busy } = useWrite(changePortfolio);
  const shown = order ?? samples;
  const onCard = member ? cardSample(shown) : undefined;
  useIgnoreMissedDrops();

  const change = async (make: (list: WorkSample[]) => WorkSample[]) => {
    const left = await run(userId, make);
    if (!left) throw new Error("Another change is still on its way");
    void discardFiles(left);
  };

  const add = (files: File[]) => {
    if (!member) return showSubscriptionRequired();
    const accepted = acceptedFiles(files);
    if (accepted.length > 0) setOpened({ files: accepted });
  };

  const move = async (sample: WorkSample, to: number) => {
    if (busy || to < 0 || to >= shown.length) return;
    setOrder(moved(shown, sample.id, to));
    try {
      await change((list) => moved(list, sample.id, to));
      announce(`${sampleTitle(sample, shown.indexOf(sample))} is now ${to + 1} of ${shown.length}`);
    } catch (error) {
      showChangeFailed(error);
      announce("The order was not changed.");
    } finally {
      setOrder(null);
    }
  };

  const remove = async (sample: WorkSample) => {
    try {
      await change((list) => withoutSample(list, sample.id));
    } catch (error) {
      return { message: showChangeFailed(error, true) };
    }
    toast({ title: "Portfolio updated", variant: "success" });
  };

  const drop = (event: DragEvent, to: number) => {
    const dragged = shown.find(({ id }) => id === event.dataTransfer.getData(DRAGGED));
    setOver(null);
    if (!dragged) return;
    event.preventDefault();
    void move(dragged, to);
  };

  return (
    <div className="grid gap-4">
      <div>
        <h2 className="text-xl">Portfolio</h2>
        {shown.length > 0 && (
          <p className="mt-1 text-sm text-ink-soft">
            <span>{countOf(shown.length, "piece of work", "pieces of work")}</span>
            {onCard && <span>. Your card in search shows the first picture.</span>}
          </p>
        )}
      </div>
      {!member ? (
        <Alert
          title={SUBSCRIPTION_REQUIRED}
          action={
            <ButtonLink to="/membership" size="sm" variant="solid">
              Activate Membership
            </ButtonLink>
          }
        >
          Work can be added with a live membership.
        </Alert>
      ) : samples.length >= MOST_SAMPLES ? (
        <Alert title="Your portfolio is full">It can have at most {MOST_SAMPLES} items.</Alert>
      ) : (
        !opened && <Dropzone onFiles={add} label="Add work" compact={shown.length > 0} />
      )}
      {shown.length === 0 ? (
        <p className="text-ink-soft">No work samples yet.</p>
      ) : (
        <ol aria-label="Your work" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((sample, index) => {
            const title = sampleTitle(sample, index);
            return (
              <li
                key={sample.id}
                draggable={shown.length > 1}
                onDragStart={(event) => {
                  event.dataTransfer.setData(DRAGGED, sample.id);
                  event.dataTransfer.effectAllowed = "move";
                }}
                onDragOver={(event) => {
                  if (!event.dataTransfer.types.includes(DRAGGED)) return;
                  event.preventDefault();
                  setOver(sample.id);
                }}
                onDragEnd={() => setOver(null)}
                onDrop={(event) => drop(event, index)}
                className={cx(
                  "flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface transition-colors",
                  over === sample.id ? "border-brand outline-2 outline-brand" : "border-line",
                  shown.length > 1 && "pointer-fine:cursor-grab",
                )}
              >
                <div className="relative aspect-4/3 bg-sunken">
                  <Thumbnail media={sample.media[0]} sizes={SIZES} />
                  {sample === onCard && (
                    <span className="absolute top-2 left-2 flex rounded-sm border border-line">
                      <Badge tone="brand">On your card in search</Badge>
                    </span>
                  )}
                </div>
                <div className="flex-1 px-4 pt-3">
                  <h3 className="line-clamp-2 font-semibold wrap-anywhere">{title}</h3>
                  <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
                    <span>{contentsOf(sample)}</span>
                    {sample.description && <span> · {sample.description}</span>}
                  </p>
                </div>
                <div className="flex items-center px-2 py-2">
                  <IconButton
                    label={`Move ${title} earlier`}
                    icon={<ArrowLeft />}
                    aria-disabled={index === 0}
                    className="max-sm:rotate-90 aria-disabled:opacity-35"
                    onClick={() => void move(sample, index - 1)}
                  />
                  <IconButton
                    label={`Move ${title} later`}
                    icon={<ArrowRight />}
                    aria-disabled={index === shown.length - 1}
                    className="mr-auto max-sm:rotate-90 aria-disabled:opacity-35"
                    onClick={() => void move(sample, index + 1)}
                  />
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={`Edit ${title}`}
                    onClick={() => setOpened({ sample })}
                  >
                    Edit
                  </Button>
                  <IconButton
                    label={`Delete ${title}`}
                    icon={<Trash />}
                    onClick={() => setDeleting(sample)}
                  />
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {opened && (
        <Editor
          opened={opened}
          userId={userId}
          member={member}
          onSave={(sample, before) => change((list) => withSample(list, sample, before))}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title="Delete this work?"
        description="Its pictures and films are deleted too. This cannot be undone."
        confirmLabel="Delete work"
        danger
        onConfirm={async () => {
          return deleting ? remove(deleting) : undefined;
        }}
      />
    </div>
  );
}
