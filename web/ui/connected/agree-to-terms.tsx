import { Link } from "#web/ui/link.tsx";

/** Above the button that makes an account: what that binds to (P-54). */
export const AgreeToTerms = ({ doing }: { doing: "signing up" | "claiming" | "sending" }) => (
  <p className="text-sm text-ink-soft">
    {`By ${doing} you confirm that you are at least 18 and agree to our `}
    <Link to="/terms" className="link">
      Terms of use
    </Link>
    . Our{" "}
    <Link to="/privacy" className="link">
      Privacy notice
    </Link>{" "}
    says how we use your data.
  </p>
);
