import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imagesJob, type ImagesJobProps } from "../../../constructs/slurm/images-job";
import type { Json } from "../../helpers/synth";

const IMAGE = `nvcr.io/nvidia/pytorch:25.06-py3@sha256:${"1".repeat(64)}`;
const OTHER = `ghcr.io/a/b@sha256:${"2".repeat(64)}`;
const PROPS: ImagesJobProps = {
  images: { pytorch: IMAGE, other: OTHER },
  folder: "/fsx/images",
  claimName: "lustre",
  mountPath: "/fsx",
  namespace: "slurm",
  image: "slurmd-pyxis",
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
};
const objects = (change: Partial<ImagesJobProps> = {}): Json[] => imagesJob({ ...PROPS, ...change });

test("the Job has another name for another list, and mounts the volume where all pods do", () => {
  const [files, job] = objects();
  const [, other] = objects({ images: { pytorch: IMAGE } });
  expect(job.metadata.name).not.toBe(other.metadata.name);
  expect(files.data.images).toBe(`pytorch ${IMAGE}\nother ${OTHER}\n`);
  const { containers, volumes, automountServiceAccountToken } = job.spec.template.spec;
  expect(automountServiceAccountToken).toBe(false);
  expect(containers[0].volumeMounts).toContainEqual({ name: "images", mountPath: "/fsx" });
  expect(volumes).toContainEqual({ name: "images", persistentVolumeClaim: { claimName: "lustre" } });
});

test("credentials come from the Secret, which may be missing; a proxy from variables", () => {
  const [, job] = objects({ credentialsSecretName: "pull", proxy: { https_proxy: "http://proxy.example.com:3128" } });
  const { containers, volumes } = job.spec.template.spec;
  expect(volumes.find(({ name }: Json) => name === "enroot-credentials").secret).toMatchObject({
    secretName: "pull",
    optional: true,
    items: [{ key: "credentials", path: ".credentials" }],
  });
  expect(containers[0].env).toEqual([{ name: "https_proxy", value: "http://proxy.example.com:3128" }]);
});

describe("the script", () => {
  const folder = mkdtempSync(join(tmpdir(), "railyard-images-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [files] = objects();

  /** With an enroot that writes a file, or fails for images whose name it is told. */
  function run(list: string, fails = "nothing") {
    mkdirSync(join(folder, "bin"), { recursive: true });
    writeFileSync(
      join(folder, "bin/enroot"),
      `#!/bin/bash\necho "$*" >> "${folder}/calls"\ncase $4 in *${fails}*) echo half > "$3"; exit 1;; esac\necho "whole $4" > "$3"\n`,
      { mode: 0o755 },
    );
    writeFileSync(join(folder, "list"), list);
    rmSync(join(folder, "calls"), { force: true });
    const result = spawnSync("bash", ["-c", files.data["import-images.sh"]], {
      encoding: "utf8",
      env: {
        PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
        RAILYARD_IMAGES: join(folder, "images"),
        RAILYARD_LIST: join(folder, "list"),
        RAILYARD_ENROOT: join(folder, "none"),
      },
    });
    const calls = existsSync(join(folder, "calls"))
      ? readFileSync(join(folder, "calls"), "utf8").trim().split("\n")
      : [];
    return { ...result, calls };
  }

  test("imports what is not there, once, and anew where the digest is another", () => {
    const first = run(`pytorch ${IMAGE}\nother ${OTHER}\n`);
    expect(first.status).toBe(0);
    expect(first.calls).toHaveLength(2);
    expect(readFileSync(join(folder, "images/pytorch.sqsh"), "utf8")).toBe(`whole docker://${IMAGE}\n`);
    expect(run(`pytorch ${IMAGE}\nother ${OTHER}\n`).calls).toEqual([]);
    const moved = run(`pytorch ${IMAGE.replace(/1{64}/, "3".repeat(64))}\nother ${OTHER}\n`);
    expect(moved.calls).toHaveLength(1);
    expect(readFileSync(join(folder, "images/pytorch.sqsh"), "utf8")).toContain("3333");
    // whoever reads the one of before reads on, and finds it by a name
    expect(readFileSync(join(folder, "images/pytorch.before.sqsh"), "utf8")).toBe(`whole docker://${IMAGE}\n`);
    expect(existsSync(join(folder, "images/other.before.sqsh"))).toBe(false);
  });

  test("goes on after one that fails, leaves the old file, and says it at the end", () => {
    const before = readFileSync(join(folder, "images/pytorch.sqsh"), "utf8");
    const { status, stderr } = run(`pytorch nvcr.io/x@sha256:${"4".repeat(64)}\nthird ${OTHER}\n`, "nvcr.io");
    expect(status).toBe(1);
    expect(stderr).toContain("pytorch: could not be imported");
    expect(readFileSync(join(folder, "images/pytorch.sqsh"), "utf8")).toBe(before);
    expect(readdirSync(join(folder, "images")).sort()).toEqual([
      "other.sqsh",
      "other.sqsh.from",
      "pytorch.before.sqsh",
      "pytorch.sqsh",
      "pytorch.sqsh.from",
      "third.sqsh",
      "third.sqsh.from",
    ]);
  });
});
