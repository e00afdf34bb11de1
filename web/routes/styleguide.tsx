import { StyleguideScreen } from "#web/features/site/styleguide/index.ts";

export const meta = () => [{ title: "Styleguide" }, { name: "robots", content: "noindex" }];

export default StyleguideScreen;
