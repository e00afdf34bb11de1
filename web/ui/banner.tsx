import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Glyph } from "./glyph.tsx";
import { IconButton } from "./icon-button.tsx";

const TONES = { info: "bg-info-wash", warning: "bg-warning-wash", signal: "bg-signal-wash" };

/** A strip across the page, under the navigation bar; with `onDismiss` it can be closed. */
export const Banner = ({
  tone = "info",
  action,
  onDismiss,
  children,
  ...rest
}: {
  tone?: keyof typeof TONES;
  action?: ReactNode;
  onDismiss?: () => void;
  children: ReactNode;
  "data-membership-banner"?: "";
}) => (
  <div {...rest} className={cx("border-b border-line text-ink", TONES[tone])}>
    <div className="mx-auto flex max-w-7xl items-start gap-3 sm:items-center px-4 py-2 sm:px-6 lg:px-8">
      <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center sm:flex-nowrap justify-between gap-x-5 gap-y-2 text-sm">
        <p className="text-pretty">{children}</p>
        {action}
      </div>
      {onDismiss && (
        <IconButton label="Dismiss" icon={<Glyph name="close" />} size="sm" onClick={onDismiss} />
      )}
    </div>
  </div>
);
