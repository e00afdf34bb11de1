import { useEffect } from "react";

/**
 * Submits a form that was submitted before scripts ran, and was held until now (see FIRST_PAINT): after the presses
 * that were held too, which may choose what is sent.
 */
export const useReplay = (form: { readonly current: HTMLFormElement | null }): void => {
  useEffect(() => {
    const { current } = form;
    if (current?.dataset.held === undefined) return;
    const submit = () => {
      delete current.dataset.held;
      current.requestSubmit();
    };
    if ("hydrated" in document.documentElement.dataset) return submit();
    const submitLater = () => void setTimeout(submit);
    window.addEventListener("hydrated", submitLater, { once: true });
    return () => window.removeEventListener("hydrated", submitLater);
  }, [form]);
};
