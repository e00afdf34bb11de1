export { AccountProblem } from "./account-problem.tsx";
export { Guard } from "./guard.tsx";
export { requestLogIn } from "./request-log-in.ts";
export { SignedOut } from "./signed-out.tsx";
