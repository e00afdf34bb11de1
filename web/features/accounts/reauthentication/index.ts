export { type Added, loadAdded } from "./added.ts";
export { AddedSince } from "./added-since.tsx";
export { prove } from "./prove.ts";
export { ProveDialog } from "./prove-dialog.tsx";
export { ProveYourself } from "./prove-yourself.tsx";
export { SecondStep } from "./second-step.tsx";
export { useProof } from "./use-proof.tsx";
