import { reviewPath } from "#domain/feedback/feedback.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { QrCode } from "./qr-code.tsx";

/** A card of A6 to give to customers: its QR code leads to the form. */
export const ReviewCard = ({ name, code }: { name: string; code: string }) => {
  const address = window.location.origin + reviewPath(code);
  return (
    <div className="grid justify-items-center gap-6 py-10 print:py-0">
      <h1 className="text-title tracking-title print:hidden">Your card</h1>
      <section
        aria-label="Card"
        className="review-card grid aspect-[105/148] w-full max-w-xs content-center justify-items-center gap-4 rounded-lg border border-line bg-white p-6 text-center text-black print:border-0"
      >
        <p className="font-display text-xl font-semibold wrap-anywhere">{name}</p>
        <p>Happy with the work? Or not? Please say so, it takes a minute.</p>
        <div className="w-40">
          <QrCode text={address} label={`QR code of ${address}`} />
        </div>
        <p className="text-sm wrap-anywhere">{address.replace(/^https?:\/\//, "")}</p>
        <p className="text-sm">{useSettings().siteName}</p>
      </section>
      <div className="print:hidden">
        <Button onClick={() => window.print()}>Print</Button>
      </div>
    </div>
  );
};
