/**
 * A map whose entries come and go with requests. V8 lets the old table of a `Map` or `Set` point at the table that
 * replaces it. Once one such table has survived a full collection, all later ones survive the collections of young
 * objects, and with them whatever was in them: each request's objects would be copied, and stay until the next full
 * collection. So an entry that leaves or is replaced is emptied.
 */
export const createShortLivedMap = <Key, Value extends object>() => {
  const entries = new Map<Key, { value: Value | null }>();
  return {
    get: (key: Key): Value | null => entries.get(key)?.value ?? null,
    set(key: Key, value: Value): void {
      const replaced = entries.get(key);
      if (replaced) replaced.value = null;
      entries.set(key, { value });
    },
    /** Removes this value, unless another one has replaced it. */
    delete(key: Key, value: Value): void {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.value = null;
      entries.delete(key);
    },
  };
};
