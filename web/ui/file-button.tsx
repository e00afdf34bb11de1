import Upload from "lucide-react/icons/upload";
import type { ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button.tsx";
import { Spinner } from "./spinner.tsx";
import { typedFiles } from "./typed-files.ts";

/** A button that opens a file chooser. The same file can be chosen again after a failure. */
export const FileButton = ({
  accept,
  multiple = false,
  busy = false,
  onFiles,
  variant = "outline",
  size,
  icon = <Upload />,
  children,
}: {
  /** As in HTML: "image/png,image/jpeg". The server checks again. */
  accept?: string;
  multiple?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  children: ReactNode;
}) => (
  <label
    className={buttonClass(
      variant,
      size,
      "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
    )}
  >
    {busy ? <Spinner /> : icon}
    <span className="contents">{children}</span>
    <input
      type="file"
      accept={accept}
      multiple={multiple}
      disabled={busy}
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        event.currentTarget.value = "";
        if (files.length > 0) void typedFiles(files).then(onFiles);
      }}
    />
  </label>
);
