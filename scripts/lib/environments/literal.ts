/** Columns of a line, as .oxfmtrc.json has it. */
const WIDTH = 120;

/**
 * A plain value as TypeScript, formatted as `npm run format` leaves it: on one line where it fits, else a line for each
 * key. Keys without a value are left out.
 * @param column where the text begins on its line
 * @param after characters that follow the value on its last line
 * @throws TypeError for what no literal can say
 */
export function literal(value: unknown, indent = 0, column = 0, after = 0): string {
  const flat = oneLine(value);
  if (!isNested(value) || column + flat.length + after <= WIDTH) return flat;
  const inner = indent + 2;
  const pad = " ".repeat(inner);
  const lines = Array.isArray(value)
    ? value.map((item) => `${pad}${literal(item, inner, inner, 1)},`)
    : entriesOf(value).map(([name, item]) => {
        const head = `${pad}${keyText(name)}: `;
        return `${head}${literal(item, inner, head.length, 1)},`;
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return [open, ...lines, `${" ".repeat(indent)}${close}`].join("\n");
}

function oneLine(value: unknown): string {
  if (typeof value === "string") return stringText(value);
  if (value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)))
    return String(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isNested(value)) throw new TypeError(`a ${typeof value} cannot be written out`);
  const entries = entriesOf(value).map(([name, item]) => `${keyText(name)}: ${oneLine(item)}`);
  return entries.length ? `{ ${entries.join(", ")} }` : "{}";
}

/** Double quotes, unless single ones need fewer escapes. */
function stringText(text: string): string {
  const double = JSON.stringify(text);
  const count = (quote: string) => text.split(quote).length - 1;
  if (count('"') <= count("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringText(name));

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);

/** What was made by `new` says more than its keys do. */
function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) || prototype === null || (prototype as object).constructor?.name === "Object") return true;
  throw new TypeError(`a ${(prototype as object).constructor.name} cannot be written out`);
}
