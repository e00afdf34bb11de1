/**
 * The part of Go's html/template that GoTrue's mails use: `{{ .Name.Member }}`, `{{ if … }}`, `{{ else if …
 * }}`, `{{ range … }}`, `{{ else }}`, `{{ end }}`, comments, `{{-` and `-}}`, and the functions eq, ne, not, and, or.
 * Anything else is an error when the template is parsed, not when it is sent.
 */
type Values = Record<string, unknown>;

/** Given what `.` is: the values, or an item of a `range`. */
type Expression = (dot: unknown) => unknown;
type Node =
  | { kind: "text"; text: string }
  | { kind: "value"; expression: Expression }
  | { kind: "if"; branches: { when: Expression; body: Node[] }[]; otherwise: Node[] }
  | { kind: "range"; over: Expression; body: Node[]; otherwise: Node[] };

export type Template = (values: Values) => string;

const FUNCTIONS: Record<string, (args: unknown[]) => unknown> = {
  eq: ([first, ...rest]) => rest.some((item) => item === first),
  ne: ([a, b]) => a !== b,
  not: ([a]) => !truthy(a),
  and: (args) => {
    const first = args.findIndex((item) => !truthy(item));
    return first === -1 ? args.at(-1) : args[first];
  },
  or: (args) => args.find(truthy) ?? args.at(-1),
};

const truthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value);

const valueAt = (values: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (current, name) =>
      current !== null && typeof current === "object" && Object.hasOwn(current, name)
        ? (current as Values)[name]
        : undefined,
    values,
  );

const parseExpression = (source: string): Expression => {
  const words = source.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const operand = (): Expression => {
    const word = words[at] ?? "";
    at += 1;
    if (word === "(") {
      const inner = call();
      if (words[at] !== ")") throw new Error(`a ")" is missing in {{ ${source} }}`);
      at += 1;
      return inner;
    }
    if (/^"/.test(word)) return () => JSON.parse(word) as unknown;
    if (/^`/.test(word)) return () => word.slice(1, -1);
    if (/^-?\d+(\.\d+)?$/.test(word)) return () => Number(word);
    if (word === "true" || word === "false") return () => word === "true";
    if (word === ".") return (values) => values;
    if (/^(\.[A-Za-z_]\w*)+$/.test(word)) {
      const path = word.slice(1).split(".");
      return (values) => valueAt(values, path);
    }
    throw new Error(`"${word}" in {{ ${source} }} is not understood`);
  };
  const call = (): Expression => {
    const apply = FUNCTIONS[words[at] ?? ""];
    if (!apply) return operand();
    at += 1;
    const args: Expression[] = [];
    while (at < words.length && words[at] !== ")") args.push(operand());
    return (values) => apply(args.map((argument) => argument(values)));
  };
  const expression = call();
  if (at < words.length) throw new Error(`"${words[at]}" in {{ ${source} }} is not understood`);
  return expression;
};

/** Splits into text and actions; trims white space where an action says so. */
const tokenize = (source: string): (string | { action: string })[] => {
  const parts: (string | { action: string })[] = [];
  const pattern = /\{\{(-\s)?([\s\S]*?)(\s-)?\}\}/g;
  let end = 0;
  let trimNext = false;
  const push = (text: string, trimEnd: boolean) => {
    const left = trimNext ? text.trimStart() : text;
    parts.push(trimEnd ? left.trimEnd() : left);
  };
  for (const match of source.matchAll(pattern)) {
    push(source.slice(end, match.index), Boolean(match[1]));
    trimNext = Boolean(match[3]);
    const action = (match[2] ?? "").trim();
    if (!/^\/\*[\s\S]*\*\/$/.test(action)) parts.push({ action });
    end = match.index + match[0].length;
  }
  push(source.slice(end), false);
  return parts;
};

const parse = (source: string): Node[] => {
  const root: Node[] = [];
  const open: {
    node: Exclude<Node, { kind: "text" | "value" }>;
    into: Node[];
    elseSeen: boolean;
  }[] = [];
  const into = () => open.at(-1)?.into ?? root;
  for (const part of tokenize(source)) {
    if (typeof part === "string") {
      if (part) into().push({ kind: "text", text: part });
      continue;
    }
    const [word = "", ...rest] = part.action.split(/\s+/);
    const current = open.at(-1);
    if (word === "if") {
      const body: Node[] = [];
      const node: Extract<Node, { kind: "if" }> = {
        kind: "if",
        branches: [{ when: parseExpression(part.action.slice(2)), body }],
        otherwise: [],
      };
      into().push(node);
      open.push({ node, into: body, elseSeen: false });
    } else if (word === "range") {
      const body: Node[] = [];
      const over = parseExpression(part.action.slice(5));
      const node: Node = { kind: "range", over, body, otherwise: [] };
      into().push(node);
      open.push({ node, into: body, elseSeen: false });
    } else if (word === "else") {
      if (!current || current.elseSeen) throw new Error("{{ else }} without {{ if }}");
      if (rest[0] === "if") {
        if (current.node.kind !== "if") throw new Error("{{ else if }} without {{ if }}");
        current.into = [];
        current.node.branches.push({
          when: parseExpression(part.action.replace(/^else\s+if/, "")),
          body: current.into,
        });
      } else {
        current.into = current.node.otherwise;
        current.elseSeen = true;
      }
    } else if (word === "end") {
      if (!open.pop()) throw new Error("{{ end }} without {{ if }}");
    } else {
      into().push({ kind: "value", expression: parseExpression(part.action) });
    }
  }
  if (open.length > 0) throw new Error("an {{ if }} or {{ range }} has no {{ end }}");
  return root;
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The position of the next value in the HTML decides how it must be escaped. */
const escapeFor = (before: string, value: string): string => {
  const tag = before.slice(before.lastIndexOf("<"));
  const attribute = tag.includes(">") ? null : /([\w-]+)\s*=\s*["']([^"']*)$/.exec(tag);
  if (!attribute || !/^(href|src|action|formaction)$/i.test(attribute[1] ?? "")) {
    return escapeHtml(value);
  }
  const start = attribute[2] ?? "";
  if (/[?#]/.test(start)) return escapeHtml(encodeURIComponent(value));
  if (start === "" && /^\s*(javascript|data|vbscript)\s*:/i.test(value)) return "#";
  return escapeHtml(value);
};

const render = (nodes: Node[], values: unknown, out: string, html: boolean): string => {
  let result = out;
  for (const node of nodes) {
    if (node.kind === "text") result += node.text;
    else if (node.kind === "value") {
      const value = asText(node.expression(values));
      result += html ? escapeFor(result, value) : value;
    } else if (node.kind === "range") {
      const items = node.over(values);
      // Within it, `.` is the item, as in Go.
      if (Array.isArray(items) && items.length > 0)
        for (const item of items) result = render(node.body, item, result, html);
      else result = render(node.otherwise, values, result, html);
    } else {
      const branch = node.branches.find(({ when }) => truthy(when(values)));
      result = render(branch?.body ?? node.otherwise, values, result, html);
    }
  }
  return result;
};

/** Parses a template; throws with the reason if it is invalid. `html` escapes values. */
export const compileTemplate = (source: string, { html }: { html: boolean }): Template => {
  const nodes = parse(source);
  return (values) => render(nodes, values, "", html);
};
