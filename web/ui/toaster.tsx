import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, type ToastEntry } from "./toast.ts";

/** Counts down `milliseconds`, stopped while `paused`; then calls `done` once. */
const useCountdown = (milliseconds: number, paused: boolean, done: () => void) => {
  const left = useRef(milliseconds);
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (paused || !Number.isFinite(left.current)) return;
    const started = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [paused]);
};

const Toast = ({ entry }: { entry: ToastEntry }) => {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const close = () => dismissToast(entry.id);
  useCountdown(entry.duration, hovered || focused, close);
  const destructive = entry.variant === "destructive";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only stop the clock
    <div
      role={destructive ? "alert" : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className={cx(
        "pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-md border bg-raised py-3 pr-2 pl-4 text-ink shadow-float",
        destructive ? "border-danger" : "border-line",
      )}
    >
      {entry.variant === "success" && (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
      )}
      {destructive && (
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      )}
      <div className="min-w-0 flex-1 py-px">
        <p className={cx("font-semibold", destructive && "text-danger")}>{entry.title}</p>
        {entry.description && <p className="text-sm text-ink-soft">{entry.description}</p>}
        {entry.action && (
          <button
            type="button"
            className="link mt-1 min-h-6 text-sm"
            onClick={() => {
              entry.action?.onPress();
              close();
            }}
          >
            {entry.action.label}
          </button>
        )}
      </div>
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={close} />
    </div>
  );
};

/** Draws the toasts; ToastOutlet loads it when there is one. */
const Toaster = ({ entries }: { entries: readonly ToastEntry[] }) =>
  entries.map((entry) => <Toast key={entry.id} entry={entry} />);

export default Toaster;
