/** The element that holds the page's own scripts until they are needed (web/shell/deferred-scripts.tsx). */
export const SCRIPTS_ID = "page-scripts";

/** The element with the loaders' data, as the router writes them (web/entry.server.tsx). */
export const DATA_ID = "page-data";

/** Of the page's notice that not all of it arrived, which its first script writes (first-paint.ts). */
export const NOTICE_ID = "page-notice";

/** The event by which the rest of the page asks for it. */
export const PART_MISSING = "part-missing";

/**
 * When the scripts of a visitor's page are loaded. `on-interaction` waits for the first use of a control.
 * `unless-stored` does too, unless this browser has stored something that the page's form may show, such as a
 * draft. Without a handle, and for a person who may be signed in, they are loaded at once.
 */
type Hydration = "on-interaction" | "unless-stored";

/** A route's `handle`; a function decides by the route's data and the address's query. */
export interface HydrationHandle<Data = unknown> {
  hydrate: Hydration | ((loaderData: Data | undefined, search: string) => Hydration | undefined);
}

/** For a page that is read, and works without scripts. */
export const HYDRATE_ON_INTERACTION = { hydrate: "on-interaction" } satisfies HydrationHandle;

/** For a page with a form, whose text may be a stored draft. */
export const HYDRATE_UNLESS_STORED = { hydrate: "unless-stored" } satisfies HydrationHandle;

/** For pages that show nothing to a visitor, who is sent to the login before scripts load. */
export const FOR_ACCOUNTS = { forAccounts: true };

export const isForAccounts = (matches: readonly { handle: unknown }[]): boolean =>
  matches.some(
    ({ handle }) => typeof handle === "object" && handle !== null && "forAccounts" in handle,
  );

const isHandle = (handle: unknown): handle is HydrationHandle<never> =>
  typeof handle === "object" && handle !== null && "hydrate" in handle;

/** The choice of the innermost route that has one. */
export const hydrationOf = (
  matches: readonly { handle: unknown; loaderData: unknown }[],
  search: string,
): Hydration | undefined => {
  const match = matches.findLast(({ handle }) => isHandle(handle));
  if (!match || !isHandle(match.handle)) return undefined;
  const { hydrate } = match.handle;
  return typeof hydrate === "function" ? hydrate(match.loaderData as never, search) : hydrate;
};

/** Read before React takes over the element. */
const rendered = globalThis.document?.documentElement.dataset.address;

/**
 * Whether the browser has moved to another address of its history before scripts ran: it then changes only
 * the address, and relies on scripts to change the page.
 */
export const isLeft = (): boolean =>
  rendered !== undefined && rendered !== location.pathname + location.search;

let unread = rendered;

/** Whether the page at this address is the one that the browser loaded from the server: true once, as it starts. */
export const isLoadedPage = (address: string): boolean => {
  const loaded = address === unread;
  unread = undefined;
  return loaded;
};
