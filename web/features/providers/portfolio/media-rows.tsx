import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { LONGEST_ALT, LONGEST_CAPTION } from "#domain/providers/portfolio.ts";
import { MEDIA_TYPES } from "#domain/values/media.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { acceptedFiles } from "./failures.ts";
import type { DraftMedia, MediaList } from "./media-list.ts";
import { Subtitles } from "./subtitles.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** The file itself during its upload. */
const LocalPreview = ({ file, type }: { file: File; type: DraftMedia["type"] }) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!address) return null;
  return type === "image" ? (
    <img src={address} alt="" className="size-full object-cover" />
  ) : (
    <video src={`${address}#t=0.1`} muted playsInline className="size-full object-cover" />
  );
};

const UPLOADING: Partial<Record<DraftMedia["state"], string>> = {
  waiting: "Waiting",
  uploading: "Uploading",
};

const Progress = ({ media }: { media: DraftMedia }) => {
  const words = UPLOADING[media.state];
  if (!words) return null;
  const percent = Math.round(media.progress * 100);
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-3 text-sm text-ink-soft">
        <span className="truncate">{media.filename}</span>
        <span className="shrink-0 tabular-nums">
          {media.state === "waiting" ? words : percent < 100 ? `${percent}%` : "Checking"}
        </span>
      </p>
      <ProgressBar label={`${words} ${media.filename}`} value={percent} />
    </div>
  );
};

/**
 * Moves the focus to the same button of the file beside it, before its own is removed: a dialog takes a lost focus for
 * itself a frame later, wherever the person is by then.
 */
const focusBeside = (button: Element): void => {
  const row = button.closest("li");
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  beside?.querySelector<HTMLElement>(":scope > :last-child > :last-child")?.focus();
};

/** The media of the edited item, each with its text, its position and a remove button. */
export const MediaRows = ({
  list,
  media,
  onRemove,
  announce,
}: {
  list: MediaList;
  media: readonly DraftMedia[];
  onRemove: (id: string) => void;
  announce: (words: string) => void;
}) => (
  <ol aria-label="Files" className="grid gap-3">
    {media.map((item, index) => {
      const name = item.filename || `file ${index + 1}`;
      const onItsWay = item.state === "waiting" || item.state === "uploading";
      const move = (to: number) => {
        if (to < 0 || to >= media.length) return;
        list.move(item.id, to);
        announce(`${name} is now ${to + 1} of ${media.length}`);
      };
      return (
        <li
          key={item.id}
          data-media={item.id}
          className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3 sm:grid-cols-[7.5rem_1fr_auto]"
        >
          <div className="relative aspect-4/3 self-start overflow-hidden rounded-md bg-sunken">
            {item.file ? (
              <LocalPreview file={item.file} type={item.type} />
            ) : (
              <Thumbnail media={item} sizes="120px" />
            )}
          </div>
          <div className="min-w-0 self-center">
            {item.state === "failed" ? (
              <div className="grid justify-items-start gap-2">
                <p className="text-sm font-semibold wrap-anywhere text-danger">{item.reason}</p>
                {item.refused ? (
                  <FileButton
                    accept={MEDIA_TYPES.join(",")}
                    size="sm"
                    onFiles={(files) => {
                      const [file] = acceptedFiles(files);
                      if (file) list.retry(item.id, file);
                    }}
                  >
                    Choose another file<span className="sr-only"> for {name}</span>
                  </FileButton>
                ) : (
                  <Button
                    size="sm"
                    variant="outline"
                    icon={<RotateCw />}
                    onClick={() => list.retry(item.id)}
                  >
                    Retry<span className="sr-only"> {name}</span>
                  </Button>
                )}
              </div>
            ) : onItsWay ? (
              <Progress media={item} />
            ) : (
              <div className="grid gap-3">
                <Field
                  label={
                    <>
                      Caption<span className="sr-only"> of {name}</span>
                    </>
                  }
                  optional
                >
                  <Input
                    value={item.caption}
                    maxLength={LONGEST_CAPTION}
                    placeholder="Shown below it"
                    onChange={(event) => list.describe(item.id, { caption: event.target.value })}
                  />
                </Field>
                <Field
                  label={
                    <>
                      Alt text<span className="sr-only"> of {name}</span>
                    </>
                  }
                  optional
                >
                  <Input
                    value={item.alt}
                    maxLength={LONGEST_ALT}
                    placeholder="What can be seen, for those who cannot see it"
                    onChange={(event) => list.describe(item.id, { alt: event.target.value })}
                  />
                </Field>
                {item.type === "video" && <Subtitles list={list} media={item} name={name} />}
              </div>
            )}
          </div>
          <div className="col-span-full flex justify-end sm:col-span-1 sm:self-center">
            <IconButton
              size="sm"
              label={`Move ${name} up`}
              icon={<ArrowUp />}
              aria-disabled={index === 0}
              className="aria-disabled:opacity-35"
              onClick={() => move(index - 1)}
            />
            <IconButton
              size="sm"
              label={`Move ${name} down`}
              icon={<ArrowDown />}
              aria-disabled={index === media.length - 1}
              className="aria-disabled:opacity-35"
              onClick={() => move(index + 1)}
            />
            <IconButton
              size="sm"
              label={onItsWay ? `Cancel ${name}` : `Remove ${name}`}
              icon={onItsWay ? <X /> : <Trash />}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                onRemove(item.id);
              }}
            />
          </div>
        </li>
      );
    })}
  </ol>
);
