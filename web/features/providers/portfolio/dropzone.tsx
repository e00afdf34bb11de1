import ImagePlus from "lucide-react/icons/image-plus";
import { useEffect, useRef, useState } from "react";
import { MEDIA_HINT } from "#domain/providers/portfolio.ts";
import { MEDIA_TYPES } from "#domain/values/media.ts";
import { cx } from "#web/ui/cx.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { typedFiles } from "#web/ui/typed-files.ts";

/** Whether files are dragged, and not a part of the page. */
const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes("Files") === true;

/**
 * A file dropped beside the target would be opened by the browser, which leaves the page and loses typed
 * text.
 */
export const useIgnoreMissedDrops = (): void => {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
};

/** Handles files pasted anywhere on the page while this is on. */
const usePastedFiles = (onFiles: (files: File[]) => void) => {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: clipboard, target } = event;
      const files = [...(clipboard?.files ?? [])];
      // Text from an office program includes a picture of itself; in a field only the text is pasted.
      const wordsForField =
        clipboard?.types.includes("text/plain") &&
        target instanceof Element &&
        target.matches("input, textarea");
      if (files.length === 0 || wordsForField) return;
      event.preventDefault();
      void typedFiles(files).then((typed) => latest.current(typed));
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
};

/** A place to drop, paste or choose files. Only one of them may be on the page at a time. */
export const Dropzone = ({
  onFiles,
  label,
  compact = false,
}: {
  onFiles: (files: File[]) => void;
  label: string;
  compact?: boolean;
}) => {
  const [over, setOver] = useState(false);
  usePastedFiles(onFiles);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the button inside does the same
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void typedFiles(event.dataTransfer.files).then(onFiles);
      }}
      className={cx(
        "flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-5 text-center transition-colors",
        compact ? "py-3 sm:py-5" : "py-8",
        over ? "border-brand bg-brand-wash" : "border-line-strong bg-surface",
      )}
    >
      {!compact && <ImagePlus aria-hidden="true" className="size-9 text-brand" strokeWidth={1.5} />}
      <FileButton accept={MEDIA_TYPES.join(",")} multiple variant="solid" onFiles={onFiles}>
        {label}
      </FileButton>
      <p className="text-sm text-ink-soft">
        <span className="max-sm:hidden pointer-coarse:hidden">
          Drop or paste pictures and films here.{" "}
        </span>
        {MEDIA_HINT}
      </p>
    </div>
  );
};
