/** Most of what only owners see, loaded as one: a part that arrived later would replace a heading that has the focus. */
export { EditBio, EditDetails, EditSkills } from "./fields.tsx";
export { OwnAbout } from "./own-about.tsx";
export { OwnActions } from "./own-actions.tsx";
export { OwnNotes } from "./own-notes.tsx";
export { writeChange } from "./write-change.ts";
