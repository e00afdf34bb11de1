import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  MEDIA_NOT_UPLOADED,
  MEDIA_REQUIRED,
  WORK_CHANGED_ELSEWHERE,
} from "#domain/providers/messages.ts";
import {
  LONGEST_DESCRIPTION,
  LONGEST_TITLE,
  ownPath,
  SampleChanged,
  type WorkSample,
} from "#domain/providers/portfolio.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { uploadMedia } from "#web/ui/pictures/upload.ts";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { Dropzone } from "./dropzone.tsx";
import {
  acceptedFiles,
  discardFiles,
  showChangeFailed,
  showTooMany,
  showUploadFailed,
} from "./failures.ts";
import { createMediaList, type DraftMedia } from "./media-list.ts";
import { MediaRows } from "./media-rows.tsx";

/** The edited item: a stored one, or a new one with its first files. */
export type Opened = { sample: WorkSample; files?: never } | { sample?: never; files: File[] };

const stored = ({ id, url, type, filename, alt, caption, subtitles }: DraftMedia) => ({
  id,
  url,
  type,
  filename,
  alt: alt.trim(),
  caption: caption.trim(),
  ...(subtitles && type === "video" && { subtitles }),
});

/** Files that this editor uploaded and that no item shows. */
const freshPaths = (media: readonly DraftMedia[], userId: string): string[] =>
  media.flatMap(({ fresh, url }) => (fresh && url ? (ownPath(url, userId) ?? []) : []));

const leftOut = (files: number): string =>
  `${files === 1 ? "1 file was" : `${files} files were`} not uploaded and left out.`;

/** Adds or edits one item of the portfolio. Closing without saving leaves no file behind. */
export const Editor = ({
  opened,
  userId,
  member,
  onSave,
  onClose,
}: {
  opened: Opened;
  userId: string;
  /** Only a member adds files; everybody may change texts and order. */
  member: boolean;
  /** Writes the item over the version that was opened, or as a new one. */
  onSave: (sample: WorkSample, over: WorkSample | undefined) => Promise<unknown>;
  onClose: () => void;
}) => {
  const [title, setTitle] = useState(opened.sample?.title ?? "");
  const [description, setDescription] = useState(opened.sample?.description ?? "");
  const [over, setOver] = useState(opened.sample);
  const [changedElsewhere, setChangedElsewhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [announcement, announce] = useState("");
  const id = useMemo(
    () => opened.sample?.id ?? `${Date.now()}-${userId.slice(0, 8)}`,
    [opened, userId],
  );
  const sent = useRef(0);

  const list = useMemo(
    () =>
      createMediaList(opened.sample?.media ?? [], {
        send: (file, progress, signal) => {
          sent.current += 1;
          return uploadMedia(file, { userId, index: sent.current - 1 }, progress, signal);
        },
        onFailure: (_media, error) => showUploadFailed(error),
      }),
    [opened, userId],
  );
  const media = useSyncExternalStore(list.subscribe, list.read, list.read);
  const add = useCallback(
    (files: readonly File[]) => {
      if (list.add(acceptedFiles(files)) > 0) showTooMany();
    },
    [list],
  );
  // Once, even if effects run twice.
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    add(opened.files ?? []);
  }, [add, opened]);

  const draft: WorkSample = {
    id,
    title: title.trim(),
    description: description.trim(),
    media: media.filter(({ state }) => state === "stored").map(stored),
  };
  const unsent = media.length > draft.media.length;
  const untouched = opened.sample
    ? JSON.stringify(draft) === JSON.stringify(opened.sample) && !unsent
    : media.length === 0 && !title && !description;

  const leave = () => {
    const left = freshPaths(list.read(), userId);
    list.stop();
    onClose();
    void discardFiles(left);
  };
  const close = () => {
    if (busy) return;
    if (untouched) leave();
    else setConfirming(true);
  };
  const remove = (mediaId: string) => {
    const removed = list.remove(mediaId);
    if (removed) void discardFiles(freshPaths([removed], userId));
  };

  const save = async () => {
    if (draft.media.length === 0 && !unsent) {
      toast({
        title: "Media required",
        description: MEDIA_REQUIRED,
        variant: "destructive",
      });
      return;
    }
    const failed = media.filter(({ state }) => state === "failed").length;
    if (unsent && draft.media.length + failed < media.length) {
      toast({ title: "Still uploading", description: "Save again once every file has uploaded." });
      return;
    }
    if (draft.media.length === 0) {
      toast({
        title: "Upload failed",
        description: MEDIA_NOT_UPLOADED,
        variant: "destructive",
      });
      return;
    }
    setBusy(true);
    try {
      await onSave(draft, over);
      toast({
        title: "Portfolio updated",
        // One bad file does not delay the good ones.
        description: failed > 0 ? leftOut(failed) : undefined,
        variant: "success",
      });
      onClose();
    } catch (error) {
      if (error instanceof SampleChanged) {
        setOver(error.current);
        setChangedElsewhere(true);
      } else showChangeFailed(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={opened.sample ? "Edit work" : "Add work"}
        size="lg"
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button variant="solid" busy={busy} onClick={() => void save()}>
              Save
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          {changedElsewhere && (
            <Alert tone="warning" live title={WORK_CHANGED_ELSEWHERE}>
              Save again to put this in its place, or cancel to keep the other.
            </Alert>
          )}
          {media.length > 0 && (
            <MediaRows list={list} media={media} onRemove={remove} announce={announce} />
          )}
          {member && <Dropzone onFiles={add} label="Choose files" compact={media.length > 0} />}
          <Field label="Title" optional>
            <Input
              value={title}
              maxLength={LONGEST_TITLE}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <Field
            label="Description"
            optional
            hint="What was asked for, what you did, how long it took."
          >
            <Textarea
              value={description}
              maxLength={LONGEST_DESCRIPTION}
              onChange={(event) => setDescription(event.target.value)}
            />
          </Field>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </div>
      </Dialog>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Leave without saving?"
        description="What you changed here will be lost."
        confirmLabel="Leave"
        cancelLabel="Go on editing"
        danger
        onConfirm={leave}
      />
    </>
  );
};
