import { useState } from "react";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { RemovablePictures } from "#web/ui/pictures/removable-pictures.tsx";
import { toast } from "#web/ui/toast.ts";
import { PORTFOLIO_CONSENT, setPictures } from "./giving.ts";
import type { FeedbackItem } from "./queries.ts";

/** What an author may still do with the pictures of their feedback. */
export const OwnPictures = ({ item }: { item: FeedbackItem }) => {
  const { run } = useWrite(setPictures);
  const [consents, setConsents] = useState(item.in_portfolio);
  const save = async (pictures: readonly string[], inPortfolio: boolean) => {
    try {
      await run({ feedbackId: item.id, pictures, inPortfolio });
    } catch (error) {
      toast(failureToast(error, "This was not saved"));
      return false;
    }
    toast({ title: "Saved", variant: "success" });
    return true;
  };
  return (
    <>
      <RemovablePictures
        pictures={item.pictures}
        from="you"
        of={item.title}
        onRemove={(picture) =>
          void save(
            item.pictures.filter((other) => other !== picture),
            consents,
          )
        }
      />
      <Checkbox
        className="mt-3"
        label={PORTFOLIO_CONSENT}
        checked={consents}
        onChange={async ({ target: { checked } }) => {
          setConsents(checked);
          if (!(await save(item.pictures, checked))) setConsents(!checked);
        }}
      />
    </>
  );
};
