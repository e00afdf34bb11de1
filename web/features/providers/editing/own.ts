/** Most of what only owners see, loaded as one: a part that arrived later would replace a heading that has the focus. */
export { EditBio, EditDetails, EditSkills } from "./fields.tsx";
export { OwnAbout, OwnActions, OwnNotes, writeChange } from "./own-parts.tsx";
