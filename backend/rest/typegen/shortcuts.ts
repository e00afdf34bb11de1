/** One of the CLI's shortcut types (`Tables<"films">`, `Enums<"genre">`, …), its parts filled in. */
interface Shortcut {
  name: string;
  /** The name of the first type parameter, and of the second. */
  first: string;
  second: string;
  parts: readonly string[];
  /** The member that is picked, or the whole entry. */
  pick: "Row" | "Insert" | "Update" | null;
}

const SHORTCUTS: readonly Shortcut[] = [
  {
    name: "Tables",
    first: "DefaultSchemaTableNameOrOptions",
    second: "TableName",
    parts: ["Tables", "Views"],
    pick: "Row",
  },
  {
    name: "TablesInsert",
    first: "DefaultSchemaTableNameOrOptions",
    second: "TableName",
    parts: ["Tables"],
    pick: "Insert",
  },
  {
    name: "TablesUpdate",
    first: "DefaultSchemaTableNameOrOptions",
    second: "TableName",
    parts: ["Tables"],
    pick: "Update",
  },
  {
    name: "Enums",
    first: "DefaultSchemaEnumNameOrOptions",
    second: "EnumName",
    parts: ["Enums"],
    pick: null,
  },
  {
    name: "CompositeTypes",
    first: "PublicCompositeTypeNameOrOptions",
    second: "CompositeTypeName",
    parts: ["CompositeTypes"],
    pick: null,
  },
];

const all = (schema: string, parts: readonly string[]): string => {
  const each = parts.map((part) => `${schema}["${part}"]`);
  return each.length > 1 ? `(${each.join(" & ")})` : (each[0] ?? "never");
};

const shortcut = ({ name, first, second, parts, pick }: Shortcut): string => {
  const named = all(`DatabaseWithoutInternals[${first}["schema"]]`, parts);
  const ours = all("DefaultSchema", parts);
  const picked = (entry: string) =>
    pick
      ? `${entry} extends {\n      ${pick}: infer ${pick[0]}\n    }\n    ? ${pick[0]}\n    : never`
      : entry;
  return `export type ${name}<
  ${first} extends
    | keyof ${ours}
    | { schema: keyof DatabaseWithoutInternals },
  ${second} extends ${first} extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof ${named}
    : never = never,
> = ${first} extends {
  schema: keyof DatabaseWithoutInternals
}
  ? ${picked(`${named}[${second}]`)}
  : ${first} extends keyof ${ours}
    ? ${picked(`${ours}[${first}]`)}
    : never
`;
};

/** The types that follow `Database` in every generated file; `defaultSchema` is the first exposed. */
export const shortcutTypes = (defaultSchema: string): string =>
  [
    'type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">\n',
    `type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, ${JSON.stringify(defaultSchema)}>]\n`,
    ...SHORTCUTS.map(shortcut),
  ].join("\n");
