import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";

export type AlertTone = "info" | "success" | "warning" | "danger";

const TONES: Record<AlertTone, { style: string; icon: ReactNode }> = {
  info: { style: "bg-info-wash border-info [&>svg]:text-info", icon: <Info /> },
  success: { style: "bg-success-wash border-success [&>svg]:text-success", icon: <CircleCheck /> },
  warning: {
    style: "bg-warning-wash border-warning [&>svg]:text-warning",
    icon: <TriangleAlert />,
  },
  danger: { style: "bg-danger-wash border-danger [&>svg]:text-danger", icon: <CircleAlert /> },
};

/**
 * Information in the flow of the page. `live` announces it when it appears (an error after an action);
 * leave it off for content that is there from the start. `focused` moves the focus to it, for a result in place of
 * the form that had the focus; it is then read without `live`.
 */
export const Alert = ({
  tone = "info",
  title,
  live = false,
  focused = false,
  action,
  children,
}: {
  tone?: AlertTone;
  title?: ReactNode;
  live?: boolean;
  focused?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <div
      ref={box}
      tabIndex={focused ? -1 : undefined}
      role={live ? "alert" : undefined}
      className={cx(
        "flex items-start gap-3 rounded-sm border-l-4 px-4 py-3.5 text-ink [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0",
        TONES[tone].style,
      )}
    >
      {TONES[tone].icon}
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={cx("text-sm", Boolean(title) && "mt-1")}>{children}</div>}
        {action && <div className="mt-3 flex flex-wrap gap-3 empty:hidden">{action}</div>}
      </div>
    </div>
  );
};
