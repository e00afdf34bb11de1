import { useEffect } from "react";

/** Submits a form that was submitted before scripts ran, and was held until now (see FIRST_PAINT). */
export const useReplay = (form: { readonly current: HTMLFormElement | null }): void => {
  useEffect(() => {
    const { current } = form;
    if (current?.dataset.held === undefined) return;
    delete current.dataset.held;
    current.requestSubmit();
  }, [form]);
};
