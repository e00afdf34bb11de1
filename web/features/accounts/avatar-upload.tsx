import Camera from "lucide-react/icons/camera";
import { AvatarRefused, uploadAvatar } from "#web/features/avatar/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { toast } from "#web/ui/toast.ts";

/** "Change Profile Photo": asks for a PNG or JPEG of at most 2 MB and puts it on the profile. */
export const AvatarUpload = ({ userId }: { userId: string }) => {
  const { run, busy } = useWrite(uploadAvatar);
  const upload = async (file: File) => {
    try {
      await run(file, userId);
      toast({ title: "Profile picture updated successfully.", variant: "success" });
    } catch (error) {
      const refused = error instanceof AvatarRefused;
      toast({
        title: refused ? error.title : "Upload failed",
        description: refused ? error.message : "There was an error uploading your profile picture.",
        variant: "destructive",
      });
    }
  };
  return (
    <FileButton
      accept="image/png,image/jpeg"
      icon={<Camera />}
      size="sm"
      busy={busy}
      onFiles={([file]) => file && void upload(file)}
    >
      Change Profile Photo
    </FileButton>
  );
};
