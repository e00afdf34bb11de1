export { SearchInput } from "./search-input.tsx";
