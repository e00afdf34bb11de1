export type { Editing } from "./change.ts";
export { EditAvatar } from "./edit-avatar.tsx";
export {
  EditBio,
  EditCategories,
  EditDetails,
  EditSkills,
  OwnAbout,
  OwnActions,
  OwnNotes,
} from "./owner-only.tsx";
export { useEditing } from "./use-editing.ts";
