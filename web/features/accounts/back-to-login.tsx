import { Link } from "#web/ui/link.tsx";

/** The way out of a page about a password, under its card. */
export const BackToLogin = () => (
  <Link to="/login" className="link">
    Back to login
  </Link>
);
