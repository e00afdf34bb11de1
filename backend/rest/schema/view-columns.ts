/** Which column of which relation a view's column shows, as `[oid, column number]`. */
export type Origin = readonly [oid: string, number: number];

const FIELDS = new Set([":resno", ":resorigtbl", ":resorigcol"]);

/**
 * Parses the stored rule of a view (a pg_node_tree: `({QUERY :commandType 1 ... :targetList ({TARGETENTRY
 * ... :resno 1 ... :resorigtbl 16400 :resorigcol 1 ...}) ...})`). Returns the origin of each column of the
 * view that shows a plain column. Only the outermost query's target list counts; special characters inside
 * names are escaped with a backslash there.
 */
export const viewOrigins = (rule: string): Map<number, Origin> => {
  const origins = new Map<number, Origin>();
  const tokens = rule.matchAll(/\\.|[{}]|(?:[^\s(){}\\]|\\.)+/gs);
  let depth = 0;
  let inTargets = false;
  let field: string | null = null;
  let entry: Record<string, string> = {};
  for (const [token] of tokens) {
    if (token === "{") {
      depth += 1;
      if (depth === 2) entry = {};
    } else if (token === "}") {
      if (inTargets && depth === 2) {
        const { ":resno": number, ":resorigtbl": oid, ":resorigcol": column } = entry;
        if (number && oid && oid !== "0" && column) {
          origins.set(Number(number), [oid, Number(column)]);
        }
      }
      depth -= 1;
    } else if (depth === 1 && token.startsWith(":")) {
      inTargets = token === ":targetList";
    } else if (inTargets && depth === 2) {
      if (field) {
        entry[field] = token;
        field = null;
      } else if (FIELDS.has(token)) field = token;
    }
  }
  return origins;
};
