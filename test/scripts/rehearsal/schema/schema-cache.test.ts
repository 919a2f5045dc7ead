import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindingPackage } from "../../../../scripts/rehearsal/schema/binding-packages";
import { loadSchema } from "../../../../scripts/rehearsal/schema/load-schema";
import { readerVersion, schemaCache } from "../../../../scripts/rehearsal/schema/schema-cache";
import { compiled, fakeBindings, resourceSource, stringArgument } from "./fake-bindings";

const source = (argument: string) => resourceSource("aws_vpc", [stringArgument(argument)]);

function start() {
  const root = fakeBindings("aws", { "vpc/index.js": source("cidr") });
  const { lib } = bindingPackage(root, "aws");
  const change = (argument: string) => writeFileSync(join(lib, "vpc/index.js"), compiled(source(argument)));
  const load = () => {
    const { resources } = loadSchema({ root, provider: "aws", resources: ["aws_vpc"], dataSources: [] });
    return Object.keys(resources["aws_vpc"]?.attributes ?? {});
  };
  const cache = schemaCache(root, bindingPackage(root, "aws"));
  return { root, lib, change, load, cache, file: join(cache.folder, "resource-aws_vpc.json") };
}

describe("schemaCache", () => {
  test("keeps a file for each type in the cache folder of node_modules, and nothing else", () => {
    const { root, load, cache } = start();
    load();
    expect(cache.folder.startsWith(join(root, "node_modules/.cache/railyard/"))).toBe(true);
    expect(readdirSync(cache.folder).sort()).toEqual(["provider-aws.json", "resource-aws_vpc.json"]);
  });

  test("reads a binding once", () => {
    const { load, change } = start();
    expect(load()).toEqual(["cidr"]);
    change("other");
    expect(load()).toEqual(["cidr"]);
  });

  test("gives the same as the binding", () => {
    const { root, load } = start();
    load();
    const request = { root, provider: "aws", resources: ["aws_vpc"], dataSources: [] };
    const warm = loadSchema(request);
    rmSync(join(root, "node_modules/.cache"), { recursive: true });
    expect(warm).toEqual(loadSchema(request));
  });

  test("does not write again what it has", () => {
    const { load, file } = start();
    load();
    utimesSync(file, 1, 1);
    load();
    expect(statSync(file).mtimeMs).toBe(1000);
  });

  test("reads again for another release of the bindings", () => {
    const { lib, load, change } = start();
    load();
    change("other");
    const manifest = { version: "1.2.4", cdktf: { provider: { version: "6.25.0" } } };
    writeFileSync(join(lib, "../package.json"), JSON.stringify(manifest));
    expect(load()).toEqual(["other"]);
  });

  test("is another one for another reader", () => {
    const { cache, root } = start();
    const reader = readerVersion(join(__dirname, "../../../../scripts/rehearsal/schema"));
    expect(cache.folder).toBe(join(root, `node_modules/.cache/railyard/schema-aws-1.2.3-${reader}`));
  });

  test.each(["", "{", "null", "[]", '{"attributes":{}}', '{"blocks":{}}'])(
    "reads again where the file has %j",
    (text) => {
      const { load, change, file } = start();
      load();
      change("other");
      writeFileSync(file, text);
      expect(load()).toEqual(["other"]);
      expect(JSON.parse(readFileSync(file, "utf8")).attributes).toHaveProperty("other");
    },
  );

  test("goes on where a folder stands in the way of a file", () => {
    const { load, change, file, cache } = start();
    mkdirSync(file, { recursive: true });
    expect(load()).toEqual(["cidr"]);
    change("other");
    expect(load()).toEqual(["other"]);
    expect(readdirSync(cache.folder).sort()).toEqual(["provider-aws.json", "resource-aws_vpc.json"]);
  });

  test("goes on where the folder cannot be made", () => {
    const { root, load, change, cache } = start();
    writeFileSync(join(root, "node_modules/.cache"), "");
    expect(load()).toEqual(["cidr"]);
    change("other");
    expect(load()).toEqual(["other"]);
    expect(existsSync(cache.folder)).toBe(false);
  });

  test("lets those who read a file while it is written have all of the old one", () => {
    const { cache, file } = start();
    cache.put("resource-aws_vpc", { attributes: {}, blocks: {} });
    const reader = openSync(file, "r");
    cache.put("resource-aws_vpc", { attributes: { a: {} as never }, blocks: {} });
    expect(readFileSync(reader, "utf8")).toBe('{"attributes":{},"blocks":{}}');
    expect(cache.get("resource-aws_vpc")?.attributes).toHaveProperty("a");
    closeSync(reader);
  });

  test("gives nothing that was not put", () => {
    const { cache } = start();
    expect(cache.get("resource-aws_vpc")).toBeUndefined();
    cache.put("resource-aws_vpc", { attributes: {}, blocks: {} });
    expect(cache.get("resource-aws_vpc")).toEqual({ attributes: {}, blocks: {} });
  });
});

describe("readerVersion", () => {
  test("changes with content and names of code, and with nothing else", () => {
    const folder = mkdtempSync(join(tmpdir(), "reader-"));
    const write = (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
      return readerVersion(folder);
    };
    const versions = [write("a.ts", "1"), write("a.ts", "2"), write("b.ts", "2")];
    expect(new Set(versions).size).toBe(3);
    expect(write("notes.md", "x")).toBe(versions[2]);
    expect(write("a.ts", "2")).toBe(versions[2]);
    renameSync(join(folder, "b.ts"), join(folder, "c.ts"));
    expect(versions).not.toContain(readerVersion(folder));
    expect(versions[0]).toMatch(/^[0-9a-f]{12}$/);
  });
});
