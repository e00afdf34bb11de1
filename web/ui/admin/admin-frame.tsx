import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { endSession } from "#web/session/end-session.ts";
import { Button } from "#web/ui/button.tsx";
import { showSignedOutHere } from "#web/ui/connected/reachable.ts";
import { Container } from "#web/ui/container.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { toast } from "#web/ui/toast.ts";
import { useShortSession } from "./use-short-session.ts";

/** The admin screens, each under its address. */
const SCREENS = [
  { to: "/admin/dashboard", label: "Dashboard" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/feedback", label: "Feedback" },
  { to: "/admin/categories", label: "Categories" },
  { to: "/admin/analytics", label: "Analytics" },
  { to: "/admin/businesses", label: "Businesses" },
  { to: "/admin/reports", label: "Reports" },
  { to: "/admin/settings", label: "Settings" },
  { to: "/admin/emails", label: "Emails" },
  { to: "/admin/audit", label: "Audit log" },
  { to: "/admin/health", label: "Health" },
] as const;

/** The screens in a menu, if there is no room for their tabs. */
const ScreenMenu = () => {
  const { pathname } = useLocation();
  const here = SCREENS.find(({ to }) => pathname.startsWith(to));
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="outline" size="sm">
          {here?.label ?? "Admin screens"}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {SCREENS.map(({ to, label }) => (
        <MenuLink key={to} to={to}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
};

/** The way out of the admin screens (spec 2 section 2). */
const ReturnToMain = () => {
  const navigate = useNavigate();
  const logOut = async () => {
    const outcome = await endSession("local").catch(() => "failed");
    if (outcome === "failed") {
      toast({ title: "Failed to log out. Please try again.", variant: "destructive" });
      return;
    }
    if (outcome === "here") showSignedOutHere();
    await navigate("/admin-login");
  };
  return (
    <div className="shrink-0 sm:pl-8">
      <Menu
        trigger={
          <Button variant="outline" size="sm">
            Return to Main
          </Button>
        }
      >
        <MenuLink to="/admin">Admin Dashboard</MenuLink>
        <MenuLink to="/">Main Website</MenuLink>
        <MenuSeparator />
        <MenuItem onSelect={() => void logOut()}>Log out</MenuItem>
      </Menu>
    </div>
  );
};

/** The places of the admin screens, and beside them the way out. */
export const AdminMenu = () => (
  <div className="flex flex-wrap items-center gap-x-4 border-b border-line max-lg:gap-y-2 max-lg:py-2 lg:flex-nowrap print:hidden">
    <nav aria-label="Admin screens" className="grow lg:hidden">
      <ScreenMenu />
    </nav>
    <div className="hidden min-w-0 grow lg:flex">
      <TabLinks label="Administration" links={SCREENS} compact />
    </div>
    <ReturnToMain />
  </div>
);

/** The frame of every admin screen. */
export const AdminFrame = ({ children }: { children: ReactNode }) => {
  useShortSession();
  return (
    <Container className="pt-4 pb-16">
      <AdminMenu />
      {children}
    </Container>
  );
};
