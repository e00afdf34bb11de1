import { useLayoutEffect, useState } from "react";
import { formatDay, timeAgo } from "#domain/values/dates.ts";

/**
 * How long ago a job was posted. A rendered or cached page may be old, so the server writes the day, and the
 * first script of the page (web/session/first-paint.ts) puts the time since then in its place.
 */
export const PostedAgo = ({ at }: { at: string }) => {
  const [live, setLive] = useState(false);
  useLayoutEffect(() => setLive(true), []);
  return (
    <time dateTime={at} title={formatDay(at)} data-ago="" suppressHydrationWarning>
      {live ? timeAgo(at) : formatDay(at)}
    </time>
  );
};
