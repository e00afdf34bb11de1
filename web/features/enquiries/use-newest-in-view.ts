import { useEffect, useRef } from "react";
import { messageId } from "./message.tsx";
import type { Thread } from "./queries.ts";

const elementOf = (id: string) => document.getElementById(messageId(id));

/** Whether the end of a message is on the screen, and not behind the form. */
const isEndInView = (id: string): boolean => {
  const form = document.querySelector("[data-composer]")?.getBoundingClientRect().top;
  const end = elementOf(id)?.getBoundingClientRect().bottom;
  return (
    end !== undefined && end > 0 && end <= Math.min(form ?? window.innerHeight, window.innerHeight)
  );
};

/** Shows the end of a message; from the top of the page, if there is room above the form. */
const show = (id: string): void => {
  const message = elementOf(id);
  if (!message) return;
  const form = document.querySelector<HTMLElement>("[data-composer]")?.offsetHeight ?? 0;
  if (message.getBoundingClientRect().bottom + window.scrollY + form <= window.innerHeight)
    window.scrollTo({ top: 0 });
  else message.scrollIntoView({ block: "nearest" });
};

/**
 * Scrolls to the newest message when a conversation opens, when the person has written one, and when one arrives
 * while they see the end, which also stays in view when the list changes its size. A person who reads earlier messages
 * stays there.
 */
export const useNewestInView = (thread: Thread | null, userId: string): void => {
  const shown = useRef<{ thread: string; newest: string } | null>(null);
  const message = thread?.messages.at(-1);
  const [open, newest, mine] = [thread?.id, message?.id, message?.author_id === userId];
  useEffect(() => {
    const before = shown.current;
    shown.current = open && newest ? { thread: open, newest } : null;
    if (!newest) return;
    const opened = !before || before.thread !== open;
    if (opened || mine || isEndInView(before.newest)) show(newest);
  }, [open, newest, mine]);
  useEffect(() => {
    const list = newest && elementOf(newest)?.parentElement;
    if (!list) return;
    let atEnd = isEndInView(newest);
    const check = () => {
      atEnd = isEndInView(newest);
    };
    // Pictures that load, another width of the window.
    const resizes = new ResizeObserver(() => {
      if (atEnd) show(newest);
    });
    resizes.observe(list);
    window.addEventListener("scroll", check, { passive: true });
    return () => {
      resizes.disconnect();
      window.removeEventListener("scroll", check);
    };
  }, [newest]);
};
