/** The layout of a table without enough room: written out, because class names are read from the source. */
export const STACKED = {
  md: {
    block: "max-md:block",
    heading: "max-md:sr-only",
    row: "max-md:grid max-md:grid-cols-1 max-md:gap-x-10 max-md:py-4 sm:max-md:grid-cols-2",
    cell: "max-md:px-0 max-md:py-1",
    end: "md:text-right sm:max-md:last:col-start-2",
    primary: "max-md:block max-md:text-base sm:max-md:col-span-2",
    fact: "max-md:[&:has(>span:last-child:empty)]:hidden max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right",
    label: "md:hidden",
    value: "md:contents",
    narrow: "max-md:max-w-[70%]",
  },
  lg: {
    block: "max-lg:block",
    heading: "max-lg:sr-only",
    row: "max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-10 max-lg:py-4 sm:max-lg:grid-cols-2",
    cell: "max-lg:px-0 max-lg:py-1",
    end: "lg:text-right sm:max-lg:last:col-start-2",
    primary: "max-lg:block max-lg:text-base sm:max-lg:col-span-2",
    fact: "max-lg:[&:has(>span:last-child:empty)]:hidden max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:text-right",
    label: "lg:hidden",
    value: "lg:contents",
    narrow: "max-lg:max-w-[70%]",
  },
} as const;

/** The same for a compact table: the facts follow one another in a line under the heading. */
export const COMPACT = {
  md: {
    ...STACKED.md,
    row: "max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:py-3.5",
    cell: "max-md:p-0",
    end: "md:text-right max-md:ml-auto",
    primary: "max-md:block max-md:text-base max-md:-order-1",
    alone: "max-md:basis-full",
    beside: "max-md:-ml-9 max-md:basis-[calc(100%-1.5rem)]",
    indented: "max-md:pl-9",
    corner: "max-md:-order-1 max-md:w-12 max-md:self-start max-md:text-right",
    fact: "max-md:[&:has(>span:last-child:empty)]:hidden max-md:flex max-md:gap-1.5",
    narrow: "",
  },
  lg: {
    ...STACKED.lg,
    row: "max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:py-3.5",
    cell: "max-lg:p-0",
    end: "lg:text-right max-lg:ml-auto",
    primary: "max-lg:block max-lg:text-base max-lg:-order-1",
    alone: "max-lg:basis-full",
    beside: "max-lg:-ml-9 max-lg:basis-[calc(100%-1.5rem)]",
    indented: "max-lg:pl-9",
    corner: "max-lg:-order-1 max-lg:w-12 max-lg:self-start max-lg:text-right",
    fact: "max-lg:[&:has(>span:last-child:empty)]:hidden max-lg:flex max-lg:gap-1.5",
    narrow: "",
  },
} as const;
