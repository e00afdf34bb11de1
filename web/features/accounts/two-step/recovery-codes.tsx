import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

const download = (text: string, name: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
};

/** The codes on a separate sheet, so that nothing else is printed with them. */
const print = (text: string) => {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Recovery codes";
  document.body.append(frame);
  const sheet = frame.contentDocument?.createElement("pre");
  if (!sheet || !frame.contentWindow) return;
  sheet.textContent = text;
  frame.contentDocument?.body.append(sheet);
  frame.contentWindow.onafterprint = () => frame.remove();
  frame.contentWindow.print();
};

/** Codes that are shown only this once: to copy, to save as a file, or to print. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const { siteName } = useSettings();
  const sheet = `${siteName} recovery codes\n\nEach works once instead of the code of your authenticator app.\n\n${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: "Recovery codes copied", variant: "success" });
    } catch {
      toast({ title: "The codes could not be copied", variant: "destructive" });
    }
  };
  return (
    <div className="grid gap-4">
      <Alert live tone="warning" title="Save these codes now">
        They are shown this once. Each lets you in one time if your phone is lost. Keep them
        somewhere other than your phone.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Download />}
          onClick={() => download(sheet, "recovery-codes.txt")}
        >
          Download
        </Button>
        <Button variant="outline" size="sm" icon={<Printer />} onClick={() => print(sheet)}>
          Print
        </Button>
      </div>
    </div>
  );
};
