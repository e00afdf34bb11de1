export { FindProfessionals } from "./find-professionals.tsx";
export { SearchInput } from "./search-input.tsx";
