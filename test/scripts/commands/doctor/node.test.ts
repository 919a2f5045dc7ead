import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeNode, lookAtModules, NODE_CHECKS } from "../../../../scripts/commands/doctor/node";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";
import { look } from "./context";

const folder = temporaryFolders();

test.each([
  ["20.19.0", ">=20.19", "ok"],
  ["22.1.0", ">=20.19", "ok"],
  ["20.18.3", ">=20.19", "wrong"],
  ["18.20.0", ">= 20", "wrong"],
  ["20.19.0", "", "unknown"],
  ["20.19.0", "^20 || ^22", "unknown"],
])("Node %s, where %j is asked for, is %s", (version, engines, verdict) => {
  expect(judgeNode(version, engines)).toMatchObject({ verdict });
});

test("says both versions", () => {
  expect(judgeNode("18.20.0", ">=20.19")).toMatchObject({
    found: "18.20.0, and 20.19 or newer is needed",
    fix: expect.stringContaining("nodejs.org") as unknown,
  });
});

test("this repository's own Node and modules will do", async () => {
  expect(await look(NODE_CHECKS, "node/version", { root: ROOT })).toEqual({
    verdict: "ok",
    found: process.versions.node,
  });
  expect(await look(NODE_CHECKS, "node/modules", { root: ROOT })).toMatchObject({ verdict: "ok" });
});

describe("modules", () => {
  const LOCKED = {
    "": { version: "0.1.0" },
    "node_modules/zod": { version: "4.0.0" },
    "node_modules/a/node_modules/@b/c": { version: "1.2.3" },
    "node_modules/for-windows": { version: "1.0.0", optional: true },
    "node_modules/jest": { version: "30.0.0", dev: true },
  };

  function repository(installed: object | null, locked: object | string = LOCKED): string {
    const root = folder();
    const text = typeof locked === "string" ? locked : JSON.stringify({ packages: locked });
    writeFileSync(join(root, "package-lock.json"), text);
    if (installed === null) return root;
    mkdirSync(join(root, "node_modules"));
    writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
    return root;
  }

  const { "": _, "node_modules/for-windows": __, "node_modules/jest": ___, ...least } = LOCKED;

  test("as locked are ok, without those for other machines and without tests' tools", () => {
    expect(lookAtModules(repository(least))).toEqual({ verdict: "ok", found: "2 as locked" });
  });

  test("that differ are named, three of them", () => {
    const other = { ...least, "node_modules/zod": { version: "3.9.9" } };
    expect(lookAtModules(repository(other))).toEqual({
      verdict: "wrong",
      found: "not as locked: zod is 3.9.9 (locked: 4.0.0)",
      fix: "Run npm ci.",
    });
    const many = Object.fromEntries(Array.from({ length: 5 }, (_one, n) => [`node_modules/m${n}`, { version: "1" }]));
    expect(lookAtModules(repository({}, many)).found).toBe(
      "not as locked: m0 is missing, m1 is missing, m2 is missing, and 2 more",
    );
  });

  test("below another are told by their own name", () => {
    const { "node_modules/a/node_modules/@b/c": _c, ...without } = least;
    expect(lookAtModules(repository(without)).found).toBe("not as locked: @b/c is missing");
  });

  test("that are not there at all are missing", () => {
    expect(lookAtModules(repository(null))).toMatchObject({ verdict: "missing", fix: "Run npm ci." });
  });

  test("of which nothing is written are unknown", () => {
    const root = repository(null);
    mkdirSync(join(root, "node_modules"));
    expect(lookAtModules(root)).toMatchObject({ verdict: "unknown" });
    expect(lookAtModules(repository(least, "<<<<"))).toMatchObject({
      verdict: "unknown",
      found: "package-lock.json cannot be read",
    });
  });
});
