import { type ReactNode, useEffect } from "react";
import { supabase } from "#web/session/client.ts";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";

/** The frame of every page for signing up or logging in: a title, a line, and one card. */
export const AuthCard = ({
  title,
  lead,
  footer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) => {
  // A browser never retries a script that failed to load, so it must be loaded while there is a connection.
  useEffect(() => {
    supabase().catch(() => {});
  }, []);
  return (
    <Container width="sm" className="py-10 sm:py-16">
      <h1 className="text-title tracking-title">{title}</h1>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <Card className="mt-6">{children}</Card>
      {footer && <div className="mt-6 text-center text-sm text-ink-soft">{footer}</div>}
    </Container>
  );
};
