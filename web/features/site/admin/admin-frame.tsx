import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { showSignedOutHere } from "#web/features/accounts/sign-out/index.ts";
import { endSession } from "#web/session/end-session.ts";
import { Button } from "#web/ui/button.tsx";
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
  { to: "/admin/synonyms", label: "Synonyms" },
  { to: "/admin/analytics", label: "Analytics" },
  { to: "/admin/businesses", label: "Businesses" },
  { to: "/admin/reports", label: "Reports" },
  { to: "/admin/settings", label: "Settings" },
  { to: "/admin/emails", label: "Emails" },
  { to: "/admin/audit", label: "Audit log" },
  { to: "/admin/health", label: "Health" },
] as const;

/** The places of the admin screens, and beside them whatever else belongs there. */
export const AdminMenu = ({ children }: { children?: ReactNode }) => (
  <div className="flex items-center border-b border-line print:hidden">
    <TabLinks label="Administration" links={SCREENS} compact />
    {children}
  </div>
);

/** The frame of every admin screen: its places, and the ways out (spec 2 section 2). */
export const AdminFrame = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate();
  useShortSession();
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
    <Container className="pt-4 pb-16">
      <AdminMenu>
        <div className="shrink-0 pl-4 sm:pl-8">
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
      </AdminMenu>
      {children}
    </Container>
  );
};
