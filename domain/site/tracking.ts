/** Parameters that other sites add to links to recognise who followed them. No page depends on them. */
export const TRACKING_PARAMETER =
  /^(?:utm_[^=]*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|mc_cid|mc_eid|_gl)(?:=|$)/;

/** A query (`?a=b`, or nothing) without these parameters; all others are unchanged, in their order. */
export const withoutTracking = (search: string): string => {
  if (search === "") return search;
  const parts = search.replace(/^\?/, "").split("&");
  const own = parts.filter((part) => !TRACKING_PARAMETER.test(part));
  if (own.length === parts.length) return search;
  return own.length > 0 ? `?${own.join("&")}` : "";
};
