import { data } from "react-router";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { NotFoundScreen } from "#web/features/site/shell/index.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";

export const loader = () => data(null, { status: 404 });

export const handle = HYDRATE_ON_INTERACTION;

export const meta = pageTitle("Page Not Found");

export default NotFoundScreen;
