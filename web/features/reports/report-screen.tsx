import { useState } from "react";
import { REPORTER_UNNAMED } from "#domain/reports/messages.ts";
import type { ReportTarget } from "#domain/reports/reports.ts";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import type { PostedReport } from "./posted.ts";
import { ReportForm, ReportSent, type SentReport } from "./report-form.tsx";
import type { Target } from "./target.ts";

/** What is reported, and the way back to it; feedback alone has no address. */
const WORDS: Record<ReportTarget, { title: string; back?: string }> = {
  profile: { title: "Report a profile", back: "/directory/" },
  job: { title: "Report a job", back: "/job-directory?job=" },
  feedback: { title: "Report feedback" },
  message: { title: "Report a message" },
};

/** /report: the form of ReportButton as a page, for a browser without scripts. */
export const ReportScreen = ({
  target,
  name,
  posted,
}: {
  target: Target;
  /** What visitors call it, if they can see it. */
  name: string | null;
  posted: PostedReport | undefined;
}) => {
  const [sent, setSent] = useState<SentReport | null>(
    posted?.caseNumber ? { caseNumber: posted.caseNumber, email: posted.values.email } : null,
  );
  const { title, back } = WORDS[target.type];
  return (
    <Container width="sm" className="pb-20">
      <PageHeader title={name ? `Report ${name}` : title} lead={REPORTER_UNNAMED} />
      {sent ? (
        <ReportSent {...sent} />
      ) : (
        <Card>
          <PostedNotice posted={posted} />
          <ReportForm target={target} typed={posted?.values} onDone={setSent} />
        </Card>
      )}
      {back && (
        <p className="mt-8">
          <Link to={back + target.id} className="link">
            Back to the {target.type}
          </Link>
        </p>
      )}
    </Container>
  );
};
