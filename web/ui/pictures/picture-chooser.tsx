import ImagePlus from "lucide-react/icons/image-plus";
import X from "lucide-react/icons/x";
import { ReadableError } from "#domain/site/faults.ts";
import { MOST_PICTURES, PICTURE_TYPES, pictureRefusal } from "#domain/values/media.ts";
import { picturesOf } from "#domain/values/pictures.ts";
import { failureToast } from "#web/session/refusal.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";
import type { PictureFieldProps } from "./picture.tsx";
import { AnyPicture } from "./private-picture.tsx";
import { uploadMedia, uploadPicture } from "./upload.ts";

const upload = (
  file: File,
  { userId, bucket, index }: Pick<PictureFieldProps, "userId" | "bucket"> & { index: number },
): Promise<string> =>
  bucket === "portfolio_media"
    ? uploadMedia(file, { userId, index }, () => {}, new AbortController().signal)
    : uploadPicture(file, userId, bucket);

/** The control behind PictureField: it uploads pictures as soon as they are chosen. */
export default function PictureChooser({
  pictures,
  userId,
  bucket,
  onChange,
  uploading,
  onUploading,
  compact = false,
}: PictureFieldProps) {
  const left = MOST_PICTURES - pictures.length;
  const add = async (files: File[]) => {
    onUploading(true);
    const added = [...pictures];
    try {
      for (const [index, file] of files.slice(0, left).entries()) {
        const refused = pictureRefusal(file);
        if (refused) {
          toast({ ...refused, variant: "destructive" });
          continue;
        }
        try {
          const address = await upload(file, { userId, bucket, index });
          if (!added.includes(address)) added.push(address);
        } catch (error) {
          if (!(error instanceof ReadableError)) throw error;
          toast(failureToast(error, "Upload failed"));
        }
      }
      if (files.length > left) {
        toast({ title: `You can add at most ${MOST_PICTURES} pictures`, variant: "destructive" });
      }
    } finally {
      onUploading(false);
      onChange(added);
    }
  };
  return (
    <div className="grid gap-3">
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {picturesOf(pictures, "you").map(({ media, text }, index) => (
            <li key={media.url} className="relative">
              <AnyPicture
                media={media}
                alt={text}
                shape="thumbnail"
                sizes="112px"
                className="h-21 w-28 rounded-md border border-line object-cover"
              />
              <IconButton
                label={`Remove picture ${index + 1}`}
                icon={<X />}
                aria-disabled={uploading}
                size="sm"
                className="absolute top-1 right-1 bg-raised"
                onClick={() => onChange(pictures.filter((other) => other !== media.url))}
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            accept={PICTURE_TYPES.join(",")}
            multiple
            size={compact ? "md" : "sm"}
            icon={<ImagePlus />}
            busy={uploading}
            onFiles={(files) => void add(files)}
          >
            {compact ? <span className="sr-only">Add pictures</span> : "Add pictures"}
          </FileButton>
          {!compact && (
            <p className="text-sm text-ink-soft">
              Up to {MOST_PICTURES}. JPEG, PNG or WEBP, at most 10&nbsp;MB each.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
