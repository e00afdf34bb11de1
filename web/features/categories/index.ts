export { CategoriesScreen } from "./categories-screen.tsx";
export { CategoryOptions } from "./category-options.tsx";
export { CategoryPicker, PICKER_LABELS } from "./picker.tsx";
export { foldGroups, loadCategoryGroups } from "./queries.ts";
export { CategoriesWithoutScript } from "./without-script.tsx";
