export { EditAvatar } from "./edit-avatar.tsx";
export {
  EditBio,
  EditBusinessName,
  EditLinks,
  EditLocation,
  EditName,
  EditPhone,
  EditSkills,
} from "./fields.tsx";
export { type Editing, useEditing } from "./use-editing.ts";
