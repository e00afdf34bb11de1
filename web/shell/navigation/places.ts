import { mayPostJobs } from "#domain/accounts/accounts.ts";
import { pictureSources } from "#domain/values/pictures.ts";
import { leadsHere } from "#web/ui/link.tsx";

/** The operator's logo as the navigation shows it; undefined for the sign. */
export const logoPicture = (logo: string) =>
  logo ? { src: logo, sources: pictureSources(logo, "logo") } : undefined;

/** The facts about the signed-in person that the navigation needs. */
export type NavigationUser = {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** Null if the profile could not be loaded. */
  accountType: string | null;
  /** When the membership of a member ends or renews; undefined if it could not be loaded. */
  memberUntil: string | null | undefined;
};

/**
 * The target of `Become a Provider`: sign-up for visitors, /membership for signed-in people whose profile is
 * not loaded (spec 1 section 2). Nobody else sees it; an admin cannot be a member.
 */
export const becomeProviderPath = (user: NavigationUser | null): string | null => {
  if (!user) return "/signup?type=provider";
  return user.accountType === null ? "/membership" : null;
};

/** The links of the bar and of the mobile menu, in order. */
export const mainLinks = (user: NavigationUser | null): { to: string; label: string }[] => {
  const become = becomeProviderPath(user);
  return [
    { to: "/directory", label: "Find Professionals" },
    ...(!user || mayPostJobs(user.accountType) ? [{ to: "/post-job", label: "Post a Job" }] : []),
    { to: "/job-directory", label: "Job Directory" },
    ...(become ? [{ to: become, label: "Become a Provider" }] : []),
  ];
};

/** Whether a link of the bar leads to this page or to its part of the site: categories are a way to professionals. */
export const isHere = (to: string, pathname: string): boolean =>
  // A path alone does not distinguish the two kinds of sign-up.
  !to.includes("?") &&
  (leadsHere(to, pathname) || (to === "/directory" && leadsHere("/categories", pathname)));

/** The footer's links: those of the bar, the categories, and a provider's membership. */
export const quickLinks = (user: NavigationUser | null): { to: string; label: string }[] => {
  const [find, ...others] = mainLinks(user);
  const admin = user?.accountType === "admin";
  return [
    ...(find ? [find] : []),
    { to: "/categories", label: "Service Categories" },
    ...others,
    ...(user?.accountType === "provider" ? [{ to: "/membership", label: "Membership" }] : []),
    ...(admin ? [{ to: "/admin", label: "Admin Dashboard" }] : []),
  ];
};

export const INBOX = "/dashboard/enquiries";

/** The number of unread messages beside their link: above 99 only that there are more. */
export const unreadShown = (unread: number): string => (unread > 99 ? "99+" : String(unread));

/** The links of the account menu above its settings, in order: each thing of a role one press away. */
export const accountLinks = (
  { accountType, memberUntil }: NavigationUser,
  unread = 0,
): { to: string; label: string }[] => {
  if (accountType === "admin") return [{ to: "/admin", label: "Admin Dashboard" }];
  const common = [
    { to: "/dashboard", label: "Dashboard" },
    { to: INBOX, label: unread > 0 ? `Enquiries (${unreadShown(unread)})` : "Enquiries" },
  ];
  const saved = { to: "/profile?tab=saved", label: "Saved" };
  if (accountType === "provider")
    return [
      ...common,
      { to: "/dashboard/quotes", label: "My quotes" },
      ...(memberUntil !== null ? [{ to: "/directory/me", label: "My public page" }] : []),
      saved,
      { to: "/membership", label: "Membership" },
    ];
  if (accountType === "client")
    return [...common, { to: "/profile?tab=my-jobs", label: "My Jobs" }, saved];
  return [];
};
