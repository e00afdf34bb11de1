/** What the navigation needs to know of the person who is signed in. */
export type NavigationUser = {
  id: string;
  name: string;
  avatarUrl: string | null;
  /** Null when the profile could not be loaded. */
  accountType: string | null;
};

/**
 * Where `Become a Provider` leads: to sign-up for visitors, to /membership for signed-in people who
 * are neither provider nor client or whose profile is not loaded; nobody else sees it (spec 1, 2).
 */
export const becomeProviderPath = (user: NavigationUser | null): string | null => {
  if (!user) return "/signup?type=provider";
  return user.accountType === "provider" || user.accountType === "client" ? null : "/membership";
};

/** The links of the bar and of the mobile menu, in their order. */
export const mainLinks = (user: NavigationUser | null): { to: string; label: string }[] => {
  const become = becomeProviderPath(user);
  return [
    { to: "/directory", label: "Find Professionals" },
    { to: "/post-job", label: "Post a Job" },
    { to: "/job-directory", label: "Job Directory" },
    ...(become ? [{ to: become, label: "Become a Provider" }] : []),
  ];
};
