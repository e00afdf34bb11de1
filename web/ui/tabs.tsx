import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { cx } from "./cx.ts";
import { Count, LIST, TAB, useChosenInView } from "./tab-links.tsx";
import { useIsLive } from "./use-is-live.ts";

const SIDE = "lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-x-10";
const SIDE_LIST =
  "lg:sticky lg:top-6 lg:flex-col lg:gap-y-1 lg:overflow-visible lg:border-b-0 lg:[mask-image:none]";
const SIDE_TAB =
  "lg:mb-0 lg:min-h-11 lg:rounded-md lg:border-b-0 lg:border-l-3 lg:px-3 lg:hover:bg-hover lg:data-active:bg-hover";

/** Tailwind's `lg`, from which tabs may be beside their content. */
const WIDE = "(min-width: 64rem)";

const subscribeWide = (notify: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
};

/** Whether the window is that wide: the arrow keys then go up and down. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribeWide,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );

export type Tab = {
  value: string;
  label: ReactNode;
  /** A figure after the label. */
  count?: number;
  content: ReactNode;
};

/**
 * Tabs of one page, with arrow keys to move between them. Controlled with `value` and `onChange`, or
 * uncontrolled. `layout="split"` divides the line evenly, for the two account types, whose panels are one form that keeps
 * its state; `layout="side"` puts the
 * tabs beside their content if there is room.
 */
export const Tabs = ({
  tabs,
  label,
  value,
  onChange,
  layout = "line",
}: {
  tabs: readonly Tab[];
  label: string;
  value?: string;
  onChange?: (value: string) => void;
  layout?: "line" | "split" | "side";
}) => {
  const [own, setOwn] = useState(tabs[0]?.value);
  const chosen = value ?? own;
  const list = useChosenInView(chosen);
  const isWide = useIsWide();
  // Until then no arrow key moves between tabs, so each is reached by Tab.
  const isLive = useIsLive();
  const open = tabs.find((tab) => tab.value === chosen);
  return (
    <Base.Root
      className={layout === "side" ? SIDE : undefined}
      orientation={layout === "side" && isWide ? "vertical" : "horizontal"}
      value={chosen}
      onValueChange={(next) => {
        setOwn(String(next));
        onChange?.(String(next));
      }}
    >
      <Base.List
        ref={list}
        aria-label={label}
        className={cx(
          LIST,
          // On the narrowest screens to the sides of the card around it: the labels need the room.
          layout === "split" && "max-sm:-mt-2 max-[22rem]:-mx-5",
          layout !== "split" && "gap-x-4",
          layout === "side" && SIDE_LIST,
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            {...(!isLive && { tabIndex: 0 })}
            className={cx(
              TAB,
              layout === "split" &&
                "min-w-0 flex-1 justify-center px-1 text-center whitespace-normal! max-sm:text-sm",
              layout === "side" && SIDE_TAB,
            )}
          >
            <span>{tab.label}</span>
            <Count value={tab.count} />
          </Base.Tab>
        ))}
      </Base.List>
      {/*
        The chosen one alone: left to itself, the old one stays beside it until a frame is drawn. The two account
        types share a form, whose typed text and focus stay.
      */}
      {open && (
        <Base.Panel
          key={layout === "split" ? layout : open.value}
          value={open.value}
          className={cx("min-w-0 pt-4 sm:pt-6", layout === "side" && "lg:pt-0")}
        >
          {open.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
};
