import { data } from "react-router";
import { NotFoundScreen } from "#web/features/shell/index.ts";

export const loader = () => data(null, { status: 404 });

export const meta = () => [{ title: "Page Not Found" }, { name: "robots", content: "noindex" }];

export default NotFoundScreen;
