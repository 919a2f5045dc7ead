import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_CHECKS } from "../../config/facts/node-checks";
import { NODE_CONDITIONS } from "../../config/facts/node-conditions";
import { NODE_REPAIRS } from "../../config/facts/node-repairs";
import { ROOT } from "../helpers/process";

test("the page has what is done about every cause, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/node-life.md"), "utf8");
  const [, table = ""] = /\| cause .*\n\| -.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  const cells = table
    .split("\n")
    .filter(Boolean)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(cells).toEqual(
    Object.entries(NODE_REPAIRS).map(([cause, { steps, waitMinutes }]) => [
      cause,
      steps.join(", ") || "people",
      steps.length === 0 ? "–" : waitMinutes === 0 ? "at once" : `${waitMinutes} min`,
    ]),
  );
});

test("the page lists every check as the table has it, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/node-life.md"), "utf8");
  const cells = page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(cells).toEqual(
    NODE_CHECKS.map(({ name, asks, moments, limitSeconds, fault, reaction }) => [
      `\`${name}\``,
      asks,
      moments.join(", "),
      `${limitSeconds} s`,
      fault,
      reaction,
    ]),
  );
});

test("the page lists every condition that is read, when it tells of a fault, and for how long", () => {
  const page = readFileSync(join(ROOT, "docs/node-life.md"), "utf8");
  const rows = [...page.matchAll(/^\| [^|]+ \| when (True|False) +\| ([^|]+) \| ([^|]+) \|$/gm)];
  const listed = rows.flatMap(([, broken, names, minutes]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, type]) => [type, broken, Number.parseInt(minutes!, 10) || 0]),
  );
  expect(listed.toSorted()).toEqual(
    NODE_CONDITIONS.map(({ type, broken, minutes }) => [type, broken, minutes]).toSorted(),
  );
});
