/** Why a person is at the login, by the page they wanted (spec 1 section 2), or null. */
export const loginNotice = (target: string | null): string | null =>
  target && /^\/account(?:-settings)?(?:[/?#]|$)/.test(target)
    ? "Please log in to access account settings."
    : null;
