import X from "lucide-react/icons/x";
import { MOST_QUOTE_PICTURES } from "#domain/jobs-quotes.ts";
import { fileRefusal, MEDIA_TYPES } from "#domain/providers-portfolio.ts";
import { UploadFailed, uploadMedia } from "#web/features/providers/portfolio/index.ts";
import { failureToast } from "#web/session/refusal.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";

const PICTURES = MEDIA_TYPES.filter((type) => type.startsWith("image/"));

/** Uploads pictures to the provider's own folder, where the portfolio's are too. */
export const QuotePictureField = ({
  userId,
  pictures,
  onChange,
  uploading,
  onUploading,
}: {
  userId: string;
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
}) => {
  const left = MOST_QUOTE_PICTURES - pictures.length;
  const upload = async (files: File[]) => {
    onUploading(true);
    const added = [...pictures];
    const { signal } = new AbortController();
    try {
      for (const [index, file] of files.slice(0, left).entries()) {
        const refused = PICTURES.includes(file.type)
          ? fileRefusal(file)
          : { title: "Invalid file type", description: `${file.name} is not a JPEG, PNG or WEBP` };
        if (refused) {
          toast({ ...refused, variant: "destructive" });
          continue;
        }
        try {
          added.push(await uploadMedia(file, { userId, index }, () => {}, signal));
        } catch (error) {
          if (!(error instanceof UploadFailed)) throw error;
          toast(failureToast(error, error.title));
        }
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
          {pictures.map((picture, index) => (
            <li key={picture} className="relative">
              <img
                src={picture}
                alt={`${index + 1} of ${pictures.length}`}
                className="size-20 rounded-md border border-line object-cover"
              />
              <IconButton
                label={`Remove picture ${index + 1}`}
                icon={<X />}
                aria-disabled={uploading}
                className="absolute -top-3 -right-3 bg-raised"
                onClick={() => onChange(pictures.filter((other) => other !== picture))}
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            accept={PICTURES.join(",")}
            multiple
            size="sm"
            busy={uploading}
            onFiles={(files) => void upload(files)}
          >
            Add pictures
          </FileButton>
          <p className="text-sm text-ink-soft">
            Up to {MOST_QUOTE_PICTURES}. JPEG, PNG or WEBP, at most 10MB each.
          </p>
        </div>
      )}
    </div>
  );
};
