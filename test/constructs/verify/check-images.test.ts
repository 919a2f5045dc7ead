import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PUBLISHED } from "../../../constructs/core/placed-image";
import { checkImages, recipeBases } from "../../../constructs/verify/check-images";
import { SAMPLES_WRITTEN } from "../../../constructs/slurm/samples";
import { ROOT } from "../../helpers/process";

test("recipes begin at the mirrors of their bases, and fix what they build by its commit", () => {
  for (const mirrors of [{}, { "*": "registry.example.com/mirror" }] as Record<string, string>[]) {
    const images = checkImages({ ...PUBLISHED, mirrors }, "1.34");
    expect(Object.keys(images)).toEqual(["storage/Dockerfile", "fabric/Dockerfile", "railyard/Dockerfile"]);
    for (const text of Object.values(images)) {
      expect(text.split("\n")[0]).toBe(`# ${SAMPLES_WRITTEN}`);
      for (const base of basesOf(text))
        expect(base).toMatch(
          "*" in mirrors ? /^registry\.example\.com\/mirror\/[a-z.0-9]+\.io\// : /^[a-z.0-9]+\.io\//,
        );
      expect(text).not.toContain("__");
    }
    for (const name of ["storage/Dockerfile", "fabric/Dockerfile"]) {
      const [, commit] = /git fetch --quiet --depth=1 \S+ ([0-9a-f]{40})/.exec(images[name]!)!;
      expect(images[name]).toContain(`= ${commit}`);
    }
    for (const text of Object.values(images)) expect(text).toContain("/usr/share/railyard/bom.cdx.json");
  }
});

test("recipes begin at digests of config, also from a mirror, and nothing else is pulled", () => {
  const digest = `sha256:${"7".repeat(64)}`;
  const digests = Object.fromEntries(recipeBases("1.34").map((image) => [image, digest]));
  const places = { mirrors: { "docker.io": "registry.example.com/hub" }, digests };
  const bases = Object.values(checkImages(places, "1.34")).flatMap(basesOf);
  expect([...new Set(bases)].toSorted()).toEqual(
    recipeBases("1.34")
      .map((image) => `${image.replace("docker.io", places.mirrors["docker.io"])}@${digest}`)
      .toSorted(),
  );
});

test("kubectl is of the version of the cluster", () => {
  for (const version of ["1.34", "1.36"])
    expect(checkImages(PUBLISHED, version)["railyard/Dockerfile"]).toContain(
      `\nARG KUBECTL=registry.k8s.io/kubectl:v${version}.0\n`,
    );
});

test("the image of Railyard is given what its recipe copies, by name, and no state, key or history that lies beside it", () => {
  const given = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
  const copied = [
    ...checkImages(PUBLISHED, "1.34")["railyard/Dockerfile"]!.matchAll(/^COPY ((?!--from)\S.*) \S+$/gm),
  ].flatMap(([, files]) => files!.split(" "));
  expect(given.filter((line) => line.startsWith("!")).toSorted()).toEqual(copied.map((file) => `!${file}`).toSorted());
  expect(given.indexOf("*")).toBeLessThan(given.findIndex((line) => line.startsWith("!")));
  for (const file of copied) expect(existsSync(join(ROOT, file))).toBe(true);
});

/** What the stages of a recipe begin with that are no stages of it. */
function basesOf(text: string): string[] {
  const args = new Map([...text.matchAll(/^ARG (\w+)=(\S+)/gm)].map(([, name, value]) => [`\${${name}}`, value!]));
  const stages = [...text.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name);
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => args.get(base!) ?? base!);
  expect(bases.length).toBeGreaterThan(0);
  return bases.filter((base) => !stages.includes(base));
}

test("each command of a recipe is Bash", () => {
  for (const text of Object.values(checkImages(PUBLISHED, "1.34")))
    for (const [, command] of text.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)) {
      const { status, stderr } = spawnSync("bash", ["-n", "-c", command!], { encoding: "utf8" });
      expect([command, status, stderr]).toEqual([command, 0, ""]);
    }
});
