import { useEffect, useId, useRef } from "react";
import { JOB_SORTS, type JobSort } from "#domain/jobs/jobs.ts";
import { Select } from "#web/ui/select.tsx";

/** The id of the form of the filters, of which the order is a field. */
export const JOB_FORM = "jobs";

/** The order, beside the list. */
export const JobSortSelect = ({ sort }: { sort: JobSort }) => {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  // Set by code, like the fields of the form: a person may have it open when the scripts start.
  useEffect(() => {
    if (select.current) select.current.value = sort;
  }, [sort]);
  return (
    <div className="flex items-center gap-3 print:hidden">
      <label htmlFor={id} className="font-semibold whitespace-nowrap max-sm:sr-only">
        Sort by
      </label>
      <div className="w-44">
        <Select
          ref={select}
          id={id}
          name="sort"
          form={JOB_FORM}
          defaultValue={sort}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {Object.entries(JOB_SORTS).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
};
