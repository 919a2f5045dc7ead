import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { embeddedSource } from "../../../../scripts/rehearsal/schema/embedded-source";
import { compiled } from "./fake-bindings";

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "source-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

describe("embeddedSource", () => {
  test("takes the source out of the source map, in any script", () => {
    expect(embeddedSource(folder({ "index.js": compiled("const größe = '大';") }))).toBe("const größe = '大';");
  });

  test("adds structs that are in files of their own, and not what lists those files", () => {
    const source = embeddedSource(
      folder({
        "index.js": compiled("export class Thing {}"),
        "index-structs/index.js": compiled("export * from './structs0'"),
        "index-structs/structs0.js": compiled("export class A {}"),
        "index-structs/structs400.js": compiled("export class B {}"),
        "index-structs/structs0.d.ts": "declare class A {}",
      }),
    );
    expect(source.split("\n").sort()).toEqual(["export class A {}", "export class B {}", "export class Thing {}"]);
  });

  test("fails without a source map or a source in it", () => {
    const [bare, empty] = [
      folder({ "index.js": "exports.x = 1;" }),
      folder({ "index.js": compiled("").replace(/,[^,]*$/, ",e30=") }),
    ];
    expect(() => embeddedSource(bare)).toThrow(
      `${join(bare, "index.js")} has no source map inside: reinstall the package (npm ci)`,
    );
    expect(() => embeddedSource(empty)).toThrow(
      `The source map of ${join(empty, "index.js")} does not hold its source`,
    );
  });
});
