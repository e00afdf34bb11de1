import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { toast } from "#web/ui/toast.ts";
import { isStale, type MailLink, readLink } from "./mail-link.ts";

/** The link that the page was opened with; undefined until the browser has read its fragment. */
export const useMailLink = (): MailLink | null | undefined => {
  const [query] = useSearchParams();
  const [hash, setHash] = useState<string>();
  useEffect(() => setHash(window.location.hash), []);
  const search = query.toString();
  const [link, setLink] = useState<MailLink | null>();
  useEffect(() => {
    if (hash === undefined) return;
    const found = readLink(search, hash);
    setLink(found);
    if (!isStale(found)) return;
    toast({
      title: "This link is more than two minutes old",
      description: "If you didn't ask for it just now, request a new one.",
    });
  }, [search, hash]);
  return link;
};
