import Camera from "lucide-react/icons/camera";
import { useState } from "react";
import { FileButton } from "#web/ui/file-button.tsx";
import { changeAvatar } from "#web/ui/pictures/change-avatar.ts";

/** "Change Profile Photo": takes a PNG or JPEG of at most 2 MB and puts it on the profile. */
export const AvatarUpload = ({ userId }: { userId: string }) => {
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    setBusy(true);
    await changeAvatar(file, userId);
    setBusy(false);
  };
  return (
    <FileButton
      accept="image/png,image/jpeg"
      icon={<Camera className="max-sm:hidden" />}
      size="sm"
      busy={busy}
      onFiles={([file]) => file && !busy && void upload(file)}
    >
      Change Profile Photo
    </FileButton>
  );
};
