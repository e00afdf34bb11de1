import X from "lucide-react/icons/x";
import {
  MOST_PICTURES,
  PICTURE_TYPES,
  pictureRefusal,
  picturesOf,
} from "#domain/providers-portfolio.ts";
import { failureToast } from "#web/session/refusal.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { Picture } from "./picture.tsx";
import { UploadFailed } from "./upload.ts";

/** Up to five pictures outside the portfolio, uploaded as soon as they are chosen. */
export const PictureField = ({
  pictures,
  upload,
  onChange,
  uploading,
  onUploading,
}: {
  pictures: readonly string[];
  /** Stores a picture and gives its address; throws UploadFailed. */
  upload: (file: File, index: number) => Promise<string>;
  onChange: (pictures: string[]) => void;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
}) => {
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
          const address = await upload(file, index);
          if (!added.includes(address)) added.push(address);
        } catch (error) {
          if (!(error instanceof UploadFailed)) throw error;
          toast(failureToast(error, error.title));
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
              <Picture
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
            size="sm"
            busy={uploading}
            onFiles={(files) => void add(files)}
          >
            Add pictures
          </FileButton>
          <p className="text-sm text-ink-soft">
            Up to {MOST_PICTURES}. JPEG, PNG or WEBP, at most 10MB each.
          </p>
        </div>
      )}
    </div>
  );
};
