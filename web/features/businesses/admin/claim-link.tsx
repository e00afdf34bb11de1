import Link2 from "lucide-react/icons/link-2";
import Send from "lucide-react/icons/send";
import { claimPath } from "#domain/businesses.ts";
import { formatDay } from "#domain/values/dates.ts";
import { describeFailure } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { toast } from "#web/ui/toast.ts";
import type { Business } from "../queries.ts";
import { sendClaimLink } from "../writes.ts";

/** The claim link of a business: to copy, or to send to the business's own address. */
export const ClaimLink = ({ business }: { business: Business }) => {
  const { id, business_name, business_email, link_sent_at } = business;
  const { run, busy } = useWrite(sendClaimLink);
  const send = async () => {
    try {
      const sent = await run(id);
      if (sent === undefined) return;
      toast(
        sent
          ? { title: "Claim link sent", description: business_email, variant: "success" }
          : { title: "Sent already", description: "A business is sent its link once a day." },
      );
    } catch (error) {
      describeFailure("Failed to send the claim link", error);
    }
  };
  return (
    <>
      {link_sent_at && (
        <span className="text-xs whitespace-nowrap text-ink-soft">
          Sent {formatDay(link_sent_at)}
        </span>
      )}
      <span className="flex gap-2">
        {business_email && (
          <Button
            size="sm"
            variant="outline"
            icon={<Send />}
            busy={busy}
            aria-label={`Email claim link to ${business_name}`}
            onClick={() => void send()}
          >
            Email claim link
          </Button>
        )}
        <Button
          size="sm"
          variant={business_email ? "quiet" : "outline"}
          icon={<Link2 />}
          aria-label={`Copy link to claim ${business_name}`}
          onClick={() =>
            void copyText(window.location.origin + claimPath(business.id), "claim link")
          }
        >
          Copy link
        </Button>
      </span>
    </>
  );
};
