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
export { type Editing, useEditing } from "./use-editing.ts";
