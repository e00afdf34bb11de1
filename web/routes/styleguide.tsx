import { StyleguideScreen } from "#web/shell/styleguide/styleguide-screen.tsx";

export const meta = () => [{ title: "Styleguide" }, { name: "robots", content: "noindex" }];

export default StyleguideScreen;
