export { drawing, tradeArt } from "./art/trade-art.ts";
export { CategoryOptions } from "./category-options.tsx";
export { CategoryPicker, PICKER_LABELS } from "./picker.tsx";
export { loadCategoryGroups } from "./queries.ts";
export { CategoriesWithoutScript } from "./without-script.tsx";
