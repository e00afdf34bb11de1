import { useState } from "react";
import { LOGO_TYPES, logoAddress, logoRefusal } from "#domain/site/logo.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { describeFailure } from "#web/ui/admin/act.ts";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import type { SiteSettings } from "./queries.ts";
import { SettingPart } from "./section.tsx";
import { uploadSiteLogo } from "./writes.ts";

/** The picture beside the name. A chosen file is stored at once, and shown to others when it is saved. */
export const LogoPart = ({ setting }: { setting: SiteSettings["settings"]["logo"] }) => {
  const { supabaseUrl } = useSettings();
  const [path, setPath] = useState(setting.value);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useWrite(uploadSiteLogo);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const refusal = logoRefusal(file);
    setProblem(refusal);
    if (refusal) return;
    try {
      setPath((await run(file)) ?? path);
    } catch (error) {
      setProblem(describeFailure("Failed to upload the logo", error));
    }
  };
  return (
    <SettingPart
      title="Logo"
      value={
        <img
          src={setting.value ? logoAddress(supabaseUrl, setting.value) : "/favicon.svg"}
          alt={setting.value ? "Your own" : "Original"}
          className="h-9 max-w-24 object-contain"
        />
      }
      lead="Shown beside the name, as the browser tab icon and in shared pictures. A square picture with a clear background works best."
      name="logo"
      setting={setting}
      read={() => path}
    >
      <div className="flex flex-wrap items-center gap-3">
        {path && (
          <img
            src={logoAddress(supabaseUrl, path)}
            alt="The chosen logo"
            className="h-16 max-w-40 rounded-md border border-line object-contain p-1"
          />
        )}
        <FileButton
          accept={Object.keys(LOGO_TYPES).join(",")}
          busy={busy}
          onFiles={([file]) => void choose(file)}
        >
          Choose a logo
        </FileButton>
        {path && (
          <Button variant="quiet" size="sm" onClick={() => setPath("")}>
            Remove the logo
          </Button>
        )}
      </div>
      <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problem}
      </p>
    </SettingPart>
  );
};
