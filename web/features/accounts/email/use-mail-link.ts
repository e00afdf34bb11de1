import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { type MailLink, readLink } from "./mail-link.ts";

/** The link that the page was opened with; undefined until the browser has read its fragment. */
export const useMailLink = (): MailLink | null | undefined => {
  const [query] = useSearchParams();
  const [hash, setHash] = useState<string>();
  useEffect(() => setHash(window.location.hash), []);
  const search = query.toString();
  const [link, setLink] = useState<MailLink | null>();
  useEffect(() => {
    if (hash !== undefined) setLink(readLink(search, hash));
  }, [search, hash]);
  return link;
};
