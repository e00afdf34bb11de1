import { type ReactNode, useEffect } from "react";
import { supabase } from "#web/session/client.ts";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";

/** The way out of a page about a password, under its card. */
export const BackToLogin = () => (
  <Link to="/login" className="link">
    Back to login
  </Link>
);

/** The line between a form and other ways to the same end. */
export const Or = () => (
  <p className="my-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
    or
  </p>
);

/** The frame of every page for signing up or logging in: a title, a line, and one card. */
export const AuthCard = ({
  title,
  lead,
  art = false,
  footer,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** A letter box, where an email is what matters. */
  art?: boolean;
  footer?: ReactNode;
  /** Beside the card, where there is room for it. */
  aside?: ReactNode;
  children: ReactNode;
}) => {
  // A browser never retries a script that failed to load, so it must be loaded while there is a connection.
  useEffect(() => {
    supabase().catch(() => {});
  }, []);
  return (
    <Container
      width={aside ? "lg" : "sm"}
      className={cx(
        "py-10 sm:py-16",
        Boolean(aside) &&
          "grid grid-cols-1 max-lg:max-w-lg lg:grid-cols-[minmax(0,28rem)_minmax(0,22rem)] lg:justify-center lg:gap-x-14",
      )}
    >
      <div>
        {art && <img src="/art/empty-letter.svg" alt="" width="120" height="90" className="mb-4" />}
        <h1 className="text-title tracking-title">{title}</h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      </div>
      <div className="col-start-1">
        <Card className="mt-6">{children}</Card>
        {footer && <div className="mt-6 text-sm text-ink-soft">{footer}</div>}
      </div>
      {aside && <div className="sticky top-8 mt-6 self-start max-lg:hidden">{aside}</div>}
    </Container>
  );
};
