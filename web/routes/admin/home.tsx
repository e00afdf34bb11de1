import { replace } from "react-router";
import { pageTitle } from "#web/shell/search-engines/head.ts";

/** /admin is the dashboard for admins; the guard above has sent everybody else to the admin login. */
export const clientLoader = () => {
  throw replace("/admin/dashboard");
};

export const meta = pageTitle("Admin");

export default function AdminHome() {
  return null;
}
