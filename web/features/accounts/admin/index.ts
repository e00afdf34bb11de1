export { loadUsers, readUserSearch } from "./queries.ts";
export { UsersScreen } from "./users-screen.tsx";
