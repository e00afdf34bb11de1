/** The `meta` of a page with a fixed title: `Log in | Solutionz`, with the running site's name. */
export const pageTitle =
  (title: string) =>
  ({ matches }: { matches: readonly (object | undefined)[] }) => {
    const root = matches.find((match) => match && "id" in match && match.id === "root");
    return [{ title: `${title} | ${siteNameOf(root) ?? "Solutionz"}` }, NOT_FOR_SEARCH_ENGINES];
  };

/** These pages have nothing for somebody who searches the web. */
const NOT_FOR_SEARCH_ENGINES = { name: "robots", content: "noindex" };

const siteNameOf = (root: object | undefined): string | undefined => {
  if (!root || !("loaderData" in root)) return undefined;
  const { loaderData } = root as { loaderData?: { settings?: { siteName?: string } } };
  return loaderData?.settings?.siteName;
};
