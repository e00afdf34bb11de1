export { EditAvatar } from "./edit-avatar.tsx";
export { EditBio, EditDetails, EditSkills } from "./fields.tsx";
export { type Editing, useEditing } from "./use-editing.ts";
