/** What only an owner's own page shows, in one file: its parts would otherwise replace each other's focus while they load. */
export { EditBio, EditDetails, EditSkills } from "./fields.tsx";
export { OwnAbout } from "./own-about.tsx";
export { OwnActions } from "./own-actions.tsx";
export { OwnNotes } from "./own-notes.tsx";
