import { replace } from "react-router";

/** /admin is the dashboard for admins; the guard above has sent everybody else to the admin login. */
export const clientLoader = () => {
  throw replace("/admin/dashboard");
};
clientLoader.hydrate = true as const;

export default function AdminHome() {
  return null;
}
