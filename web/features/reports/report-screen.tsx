import { useState } from "react";
import type { ReportTarget } from "#domain/reports.ts";
import { REPORTER_UNNAMED } from "#domain/reports-messages.ts";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import type { PostedReport } from "./posted.ts";
import { ReportForm, ReportSent } from "./report-form.tsx";

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
  posted,
}: {
  target: { type: ReportTarget; id: string };
  posted: PostedReport | undefined;
}) => {
  const [sent, setSent] = useState(posted?.caseNumber ?? null);
  const { title, back } = WORDS[target.type];
  return (
    <Container width="md" className="pb-20">
      <PageHeader title={title} lead={REPORTER_UNNAMED} />
      {sent ? (
        <ReportSent caseNumber={sent} />
      ) : (
        <>
          <PostedNotice posted={posted} />
          <ReportForm target={target} typed={posted?.values} onDone={setSent} />
        </>
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
