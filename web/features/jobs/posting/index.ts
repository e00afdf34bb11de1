// Apart from the other jobs, because signing up needs no more than this.
export { PostingSteps } from "./posting-steps.tsx";
