import { type ReactNode, useEffect } from "react";
import { supabase } from "#web/session/client.ts";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";

/** The frame of every page for signing up or logging in: a title, a line, and one card. */
export const AuthCard = ({
  title,
  lead,
  footer,
  aside,
  more,
  children,
}: {
  title: string;
  lead?: ReactNode;
  footer?: ReactNode;
  /** Beside the card where there is room, otherwise above it; `more` is beneath it there, otherwise last. */
  aside?: ReactNode;
  more?: ReactNode;
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
          "grid grid-cols-1 max-lg:max-w-lg lg:grid-cols-[minmax(0,28rem)_minmax(0,22rem)] lg:grid-rows-[auto_auto_1fr] lg:justify-center lg:gap-x-14",
      )}
    >
      <div>
        <h1 className="text-title tracking-title">{title}</h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      </div>
      {aside && <div className="mt-6 lg:col-start-2 lg:row-start-2">{aside}</div>}
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <Card className="mt-6">{children}</Card>
        {footer && <div className="mt-6 text-center text-sm text-ink-soft">{footer}</div>}
      </div>
      {more && <div className="mt-8 lg:col-start-2 lg:row-start-3">{more}</div>}
    </Container>
  );
};
