import { spawnSync } from "node:child_process";
import { checkImages } from "../../../constructs/verify/check-images";
import { SAMPLES_WRITTEN } from "../../../constructs/slurm/samples";

test("recipes begin at the mirror of their base, fix what they build by its commit, and list what is in them", () => {
  for (const mirrors of [{}, { "*": "registry.example.com/mirror" }] as Record<string, string>[]) {
    const images = checkImages(mirrors);
    expect(Object.keys(images)).toEqual(["storage/Dockerfile", "fabric/Dockerfile"]);
    for (const text of Object.values(images)) {
      expect(text.split("\n")[0]).toBe(`# ${SAMPLES_WRITTEN}`);
      const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
      const registry = "*" in mirrors ? "registry.example.com/mirror/docker.io" : "docker.io";
      expect(bases).toEqual([`${registry}/library/ubuntu:24.04`, `${registry}/library/ubuntu:24.04`]);
      const [, commit] = /git fetch --quiet --depth=1 \S+ ([0-9a-f]{40})/.exec(text)!;
      expect(text).toContain(`= ${commit}`);
      expect(text).toContain("/usr/share/railyard/packages.txt");
      expect(text).not.toContain("__");
    }
  }
});

test("each command of a recipe is Bash", () => {
  for (const text of Object.values(checkImages({})))
    for (const [, command] of text.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)) {
      const { status, stderr } = spawnSync("bash", ["-n", "-c", command!], { encoding: "utf8" });
      expect([command, status, stderr]).toEqual([command, 0, ""]);
    }
});
