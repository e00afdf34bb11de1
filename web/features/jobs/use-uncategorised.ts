import { useEffect } from "react";
import { toast } from "#web/ui/toast.ts";

/** Reports the missing category once per press, in the specified words. */
export const useUncategorised = (presses: number, message: string | undefined): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once per press, not per render
  useEffect(() => {
    if (presses > 0 && message) {
      toast({
        title: "Please select a category",
        description: message,
        variant: "destructive",
        silent: true,
      });
    }
  }, [presses]);
};
