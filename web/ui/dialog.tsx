import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";

export const BACKDROP =
  "fixed inset-0 z-50 bg-scrim transition-opacity duration-calm data-starting-style:opacity-0 data-ending-style:opacity-0";
export const VIEWPORT =
  "fixed inset-0 z-50 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6";
export const PANEL =
  "relative flex max-h-[92dvh] w-full flex-col rounded-t-lg bg-raised text-ink shadow-float outline-none transition-[opacity,translate] duration-calm ease-settle data-starting-style:translate-y-4 data-starting-style:opacity-0 data-ending-style:translate-y-4 data-ending-style:opacity-0 sm:rounded-lg";

/**
 * A dialog over the page: a sheet from below on a phone, a panel in the middle elsewhere. The focus remains
 * inside and returns afterwards. `footer` contains the actions and remains visible while the content
 * scrolls.
 */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  children?: ReactNode;
}) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
    <Base.Portal>
      <Base.Backdrop className={BACKDROP} />
      <Base.Viewport className={VIEWPORT}>
        <Base.Popup
          className={cx(
            PANEL,
            size === "sm" && "sm:max-w-md",
            size === "md" && "sm:max-w-xl",
            size === "lg" && "sm:max-w-4xl",
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-3 sm:px-7 sm:pt-6">
            <div className="min-w-0">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              render={<IconButton label="Close" icon={<X />} className="-mt-2 -mr-2" />}
            />
          </div>
          {/* Positioned, so that what is hidden in it, such as a file field, does not lengthen what is around it. */}
          <div className="relative min-h-0 flex-1 scroll-pb-24 overflow-y-auto px-5 pt-1 pb-5 sm:px-7 sm:pb-6">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-7">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
);
