import Camera from "lucide-react/icons/camera";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { FileButton } from "#web/ui/file-button.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { changeAvatar } from "#web/ui/pictures/change-avatar.ts";

/** The owner's picture: a chosen one is shown at once, and removed if it is not saved. */
export const EditAvatar = ({
  userId,
  name,
  src,
}: {
  userId: string;
  name: string;
  src: string | null;
}) => {
  const [preview, setPreview] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const upload = async (file: File) => {
    setPreview(URL.createObjectURL(file));
    await changeAvatar(file, userId);
    await revalidate();
    setPreview(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 sm:grid">
      <Avatar
        name={name}
        src={preview ?? src}
        size="xl"
        className="size-16! sm:size-28! max-sm:text-xl"
      />
      <div className="print:hidden">
        <FileButton
          accept="image/png,image/jpeg"
          icon={<Camera />}
          size="sm"
          busy={preview !== null}
          onFiles={([file]) => file && void upload(file)}
        >
          Change Profile Photo
        </FileButton>
      </div>
    </div>
  );
};
