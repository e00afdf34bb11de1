import { NETWORK_ISSUE } from "#domain/site-faults.ts";
import { toast } from "#web/ui/toast.ts";

/** Says that no page can be fetched, where the browser knows that its line is cut. @returns whether it is */
export const refuseOffline = (): boolean => {
  if (navigator.onLine) return false;
  toast({
    title: "Couldn't open the page",
    description: NETWORK_ISSUE,
    variant: "destructive",
  });
  return true;
};

/** Loads the page anew; offline the browser would show a blank page of its own instead. */
export const reloadPage = (): void => {
  if (!refuseOffline()) window.location.reload();
};
