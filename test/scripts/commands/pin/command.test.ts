import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pinCommand } from "../../../../scripts/commands/pin/command";
import { copyScript } from "../../../../scripts/commands/pin/copies";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";
import { withUpgradeServer } from "../../../helpers/upgrade-server";

const folder = mkdtempSync(join(tmpdir(), "railyard-pin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIST = '{"schemaVersion":2,"manifests":[{"platform":{"architecture":"amd64"}}]}';
const ONE = '{"schemaVersion":2,"layers":[]}';
const digestOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

const FILES = {
  "nvcr.test/v2/nvidia/pytorch/manifests/25.06-py3": LIST,
  "ghcr.test/v2/a/b/manifests/1": `401 ${ONE}`,
  "registry-1.docker.io/v2/library/alpine/manifests/3": ONE,
  "page.test/v2/a/manifests/1": "<html>log in</html>",
};

async function run(...args: string[]) {
  const { context, texts } = captured();
  return withUpgradeServer({ files: FILES }, async ({ fetch, asked }) => ({
    code: await pinCommand(args, context, fetch),
    ...texts(),
    asked,
  }));
}

describe("railyard pin", () => {
  test("counts the digest of what a registry answers, with a token where it asks for one", async () => {
    const { code, printed } = await run("nvcr.test/nvidia/pytorch:25.06-py3", "ghcr.test/a/b:1", "alpine:3");
    expect(code).toBe(0);
    expect(printed.split("\n")).toEqual([
      `nvcr.test/nvidia/pytorch:25.06-py3@${digestOf(LIST)}`,
      `ghcr.test/a/b:1@${digestOf(ONE)}`,
      `docker.io/library/alpine:3@${digestOf(ONE)}`,
    ]);
  });

  test("reads a list, each image once, and leaves out what is none", async () => {
    const file = join(folder, "images.txt");
    const again = `ghcr.test/a/b:1@sha256:${"0".repeat(64)}`;
    writeFileSync(
      file,
      `research: 12 releases are good\n\nghcr.test/a/b:1\n  ${again}\nnvcr.test/nvidia/pytorch:25.06-py3\n`,
    );
    const { code, printed } = await run("--from", file, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual({
      missing: [],
      pinned: [
        { image: "ghcr.test/a/b:1", digest: digestOf(ONE), name: `ghcr.test/a/b:1@${digestOf(ONE)}` },
        expect.objectContaining({ image: "nvcr.test/nvidia/pytorch:25.06-py3", digest: digestOf(LIST) }),
      ],
    });
  });

  test("tells of each image without a digest, and pins the others", async () => {
    const { code, printed, errors } = await run("ghcr.test/a/b:1", "ghcr.test/a/none:1", "page.test/a:1");
    expect(code).toBe(2);
    expect(printed).toBe(`ghcr.test/a/b:1@${digestOf(ONE)}`);
    expect(errors).toContain("ghcr.test/a/none:1: ghcr.test has no a/none:1");
    expect(errors).toContain("something else than the manifest of page.test/a:1");
  });

  test.each([
    [[]],
    [["a b"]],
    [["$(id)"]],
    [["ghcr.test/a/b:1", "--copy", "nowhere"]],
    [["ghcr.test/a/b:1", "--copy", "research", "--json"]],
    // research has no mirror
    [["ghcr.test/a/b:1", "--copy", "research"]],
    // half of a list is none
    [["ghcr.test/a/none:1", "--copy", "research"]],
  ])("%j is refused", async (args) => {
    const { code, printed } = await run(...(args as string[]));
    expect(code).toBe(1);
    expect(printed).toBe("");
  });
});

describe("a file of digests", () => {
  const file = join(folder, "research.images.json");
  const read = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const B = "ghcr.test/a/b:1";

  test("has a row for each image, in the order of letters, and config takes it", async () => {
    const { code, printed } = await run("nvcr.test/nvidia/pytorch:25.06-py3", B, "--write", file);
    expect(code).toBe(0);
    expect(Object.entries(read())).toEqual([
      [B, digestOf(ONE)],
      ["nvcr.test/nvidia/pytorch:25.06-py3", digestOf(LIST)],
    ]);
    expect(printed).toContain(`${B} is new: ${digestOf(ONE)}`);
    expect(sample({ platform: { images: { digests: read() } } }).env.platform.images.digests).toEqual(read());
  });

  test("is told of what has moved, and keeps rows of other images", async () => {
    const old = `sha256:${"0".repeat(64)}`;
    writeFileSync(file, JSON.stringify({ ...read(), [B]: old, "other.test/a:1": old }));
    const checked = await run("--check", file);
    expect(checked.code).toBe(2);
    expect(checked.printed).toBe(`${B} has moved: ${digestOf(ONE)}, and it was ${old}`);
    expect(checked.errors).toContain("other.test/a:1");
    expect((await run(B, "--write", file)).printed).toContain(`${B} has moved`);
    expect(read()).toEqual(expect.objectContaining({ [B]: digestOf(ONE), "other.test/a:1": old }));
  });

  test("is good where nothing has moved", async () => {
    writeFileSync(file, JSON.stringify({ [B]: digestOf(ONE) }));
    expect(await run("--check", file)).toMatchObject({ code: 0, printed: expect.stringContaining("All 1 images") });
    expect(JSON.parse((await run("--check", file, "--json")).printed)).toMatchObject({ moved: [], missing: [] });
  });

  test.each([
    ["an image lacks a digest", ["ghcr.test/a/none:1", "--write", file], "is as it was"],
    ["two ways are given", [B, "--write", file, "--copy", "research"], "give one"],
    ["images are named beside those of the file", [B, "--check", file], "name no others"],
  ])("is left alone where %s", async (_, args, words) => {
    const text = readFileSync(file, "utf8");
    const { code, errors } = await run(...args);
    expect([code, readFileSync(file, "utf8")]).toEqual([1, text]);
    expect(errors).toContain(words);
  });

  test("is no other file of JSON", async () => {
    const other = join(folder, "package.json");
    writeFileSync(other, '{ "name": "other" }');
    for (const args of [
      [B, "--write", other],
      ["--check", other],
    ])
      expect((await run(...args)).code).toBe(1);
    expect(readFileSync(other, "utf8")).toBe('{ "name": "other" }');
  });
});

describe("the script that fills mirrors", () => {
  const { env } = sample({
    platform: { images: { mirrors: { "ghcr.test": "registry.example.com/ghcr" } } },
    outbound: {
      registryMirrors: { "nvcr.test": "harbor.example.com:8443/ngc", "ghcr.test": "harbor.example.com/ghcr" },
    },
  });
  const digest = digestOf(LIST);
  const { script, without } = copyScript(
    ["ghcr.test/a/b:1", "nvcr.test:5000/x:1", "nvcr.test/nvidia/pytorch:25.06-py3"].map((image) => ({ image, digest })),
    env,
  );

  test("copies by digest, with all platforms, to each place from which the environment takes it", () => {
    expect(script.split("\n").slice(3, -1)).toEqual([
      `skopeo copy --all docker://ghcr.test/a/b@${digest} docker://registry.example.com/ghcr/a/b:1`,
      `skopeo copy --all docker://ghcr.test/a/b@${digest} docker://harbor.example.com/ghcr/a/b:1`,
      `skopeo copy --all docker://nvcr.test/nvidia/pytorch@${digest} docker://harbor.example.com:8443/ngc/nvidia/pytorch:25.06-py3`,
    ]);
    expect(without).toEqual(["nvcr.test:5000/x:1"]);
  });

  test("is bash that ends at the first copy that fails", () => {
    const stub = `skopeo() { echo "$3"; [ "$3" != "docker://nvcr.test/nvidia/pytorch@${digest}" ]; }\n`;
    const { status, stdout } = spawnSync("bash", ["-c", stub + script + "\necho end"], { encoding: "utf8" });
    expect(status).not.toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(3);
  });

  test("no mirror's name is read by bash as anything else", () => {
    const mirror = "registry.example.com/$(echo ran >&2); echo 'x";
    const platform = { ...env.platform, images: { ...env.platform.images, mirrors: { "ghcr.test": mirror } } };
    const hostile = copyScript([{ image: "ghcr.test/a:1", digest }], { ...env, platform }).script;
    const stub = `skopeo() { [ "$4" != "docker://harbor.example.com/ghcr/a:1" ] && printf '%s' "$4"; return 0; }\n`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", stub + hostile], { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `docker://${mirror}/a:1`, stderr: "" });
  });
});
