import Captions from "lucide-react/icons/captions";
import { subtitlesOf } from "#domain/providers/portfolio.ts";
import { readTextFile } from "#domain/values/text-files.ts";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { toast } from "#web/ui/toast.ts";
import type { DraftMedia, MediaList } from "./media-list.ts";

/** Gives an edited film its subtitles from a file, or takes them away. */
export const Subtitles = ({
  list,
  media,
  name,
}: {
  list: MediaList;
  media: DraftMedia;
  name: string;
}) => {
  const read = async ([file]: readonly File[]) => {
    if (!file) return;
    const subtitles = subtitlesOf(await readTextFile(file).catch(() => ""));
    if (subtitles) list.describe(media.id, { subtitles });
    else
      toast({
        title: "Subtitles not added",
        description: `${file.name} has no timed lines, or too many. Please choose a short .vtt or .srt file.`,
        variant: "destructive",
      });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <FileButton
        accept=".vtt,.srt"
        size="sm"
        icon={<Captions />}
        onFiles={(files) => void read(files)}
      >
        {media.subtitles ? "Replace subtitles" : "Add subtitles"}
        <span className="sr-only"> of {name}</span>
      </FileButton>
      {media.subtitles ? (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => list.describe(media.id, { subtitles: undefined })}
        >
          Remove<span className="sr-only"> subtitles of {name}</span>
        </Button>
      ) : (
        <span className="text-ink-soft">For people who cannot hear it: a .vtt or .srt file</span>
      )}
    </div>
  );
};
