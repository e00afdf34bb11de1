export { SecondStep } from "./second-step.tsx";
export { TwoStepSettings } from "./two-step-settings.tsx";
