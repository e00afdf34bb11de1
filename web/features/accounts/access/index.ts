export { AccountProblem } from "./account-problem.tsx";
export { Guard } from "./guard.tsx";
export { SignedOut } from "./signed-out.tsx";
