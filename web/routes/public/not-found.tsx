import { data } from "react-router";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { NotFoundScreen } from "#web/shell/not-found-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/head.ts";

export const loader = () => data(null, { status: 404 });

export const handle = HYDRATE_ON_INTERACTION;

export const meta = pageTitle("Page Not Found");

export default NotFoundScreen;
