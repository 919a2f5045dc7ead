import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../helpers/process";
import { sample, type Change } from "../helpers/environment";
import { valuesOf } from "../helpers/release";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

/** Values of every release of an environment, by stack and name. */
function releases(change: Change): [string, Json][] {
  const stacks = synthStacks(sample(change).env);
  return Object.entries(stacks).flatMap(([role, json]) =>
    Object.values<Json>(json.resource?.helm_release ?? {}).map((release): [string, Json] => [
      `${role}/${release.name}`,
      valuesOf(release),
    ]),
  );
}

const ALL = { "*": "mirror.example.com/all", "docker.io": "mirror.example.com/hub" };
const EVERYTHING: Change = { checkpoints: { mountpoint: true, warm: { keepLast: 3 } } };
const mirrored = releases({ ...EVERYTHING, platform: { images: { mirrors: ALL } } });
const plain = new Map(releases(EVERYTHING));

/** Registries that charts and this product name; what is left of them in values is beside the mirror. */
const REGISTRIES =
  /(?<!mirror\.example\.com\/(all|hub)\/)\b(docker\.io|ghcr\.io|quay\.io|nvcr\.io|registry\.k8s\.io|public\.ecr\.aws|\d{12}\.dkr\.ecr\.[\w-]+\.amazonaws\.com)\b/;

test.each(mirrored)("with a mirror of all registries, %s names no other", (_, values) => {
  expect(JSON.stringify(values)).not.toMatch(REGISTRIES);
});

test("images have the path that they have at their registry", () => {
  const text = JSON.stringify(mirrored);
  for (const image of [
    "ghcr.io/slinkyproject/slurmctld",
    "quay.io",
    "nvcr.io/nvidia/k8s",
    "public.ecr.aws/aws-cli/aws-cli:",
  ])
    expect(text).toContain(`mirror.example.com/all/${image}`);
  expect(text).toContain('"registry":"mirror.example.com/hub"');
});

test("values of releases that have no image are what they were", () => {
  const without = mirrored.filter(([, values]) => !JSON.stringify(values).includes("mirror.example.com"));
  expect(without.length).toBeGreaterThan(3);
  for (const [name, values] of without) expect([name, values]).toEqual([name, plain.get(name)]);
});

test("what helmValues say of an image stays", () => {
  const own = { controller: { slurmctld: { image: { repository: "own.example.com/slurmctld", digest: "sha256:0" } } } };
  const change = { platform: { images: { mirrors: ALL }, helmValues: { slurm: own } } };
  const [, values] = releases(change).find(([name]) => name === "slurm/slurm")!;
  expect(values.controller.slurmctld.image).toMatchObject(own.controller.slurmctld.image);
});

test("an image with a row is pulled by its digest, also from a mirror, and others are what they were", () => {
  const slurmctld = "ghcr.io/slinkyproject/slurmctld:26.05.1-ubuntu26.04";
  const [digest, other] = [`sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`];
  const digests = { [slurmctld]: digest, "ghcr.io/slinkyproject/slurmrestd:1.0": other };
  const pinned = new Map(releases({ ...EVERYTHING, platform: { images: { digests } } }));
  expect(pinned.get("slurm/slurm").controller.slurmctld.image).toEqual({
    repository: "ghcr.io/slinkyproject/slurmctld",
    tag: `26.05.1-ubuntu26.04@${digest}`,
  });
  const texts = [...pinned].map(([name, values]) => [name, JSON.stringify(values).replaceAll(`@${digest}`, "")]);
  expect(texts).toEqual([...plain].map(([name, values]) => [name, JSON.stringify(values)]));
  const [, both] = releases({ platform: { images: { digests, mirrors: ALL } } }).find(
    ([name]) => name === "slurm/slurm",
  )!;
  expect(both.controller.slurmctld.image).toEqual({
    repository: "mirror.example.com/all/ghcr.io/slinkyproject/slurmctld",
    tag: `26.05.1-ubuntu26.04@${digest}`,
  });
});

// moves under what was tried, and under a digest
test("nothing of ours is called latest", () => {
  const files = execFileSync("git", ["ls-files", "constructs", "stacks", "config", "scripts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const code = files.split("\n").filter((file) => /\.(ts|json|sh|yaml)$/.test(file) && !file.includes("chart-keys"));
  const found = code.flatMap((file) =>
    (readFileSync(join(ROOT, file), "utf8").match(/^(?!\s*(\*|\/\/|\/\*\*)).*[\w/]:latest\b.*$/gm) ?? []).map(
      (line) => `${file}: ${line}`,
    ),
  );
  expect(found).toEqual([]);
  for (const [name, values] of plain)
    expect([name, JSON.stringify(values).match(/"tag":"latest"|:latest"/)]).toEqual([name, null]);
});

describe.each([...shipped(), ...shippedInClusters()].map(({ resolved }) => [resolved.name, resolved] as const))(
  "%s with a mirror of all registries",
  (_, env) => {
    const mirroredEnv = { ...env, platform: { ...env.platform, images: { mirrors: ALL, digests: {} } } } as typeof env;
    const stacks = synthStacks(mirroredEnv);
    const all = Object.entries(stacks).flatMap(([role, json]) =>
      Object.values<Json>(json.resource?.helm_release ?? {}).map((release): [string, Json] => [
        `${role}/${release.name}`,
        valuesOf(release),
      ]),
    );

    test("no value of any release names another registry", () => {
      expect(all.length).toBeGreaterThan(5);
      const escaped = all.flatMap(([name, values]) => (REGISTRIES.exec(JSON.stringify(values)) ? [name] : []));
      expect(escaped).toEqual([]);
    });
  },
);

test("a group of Bottlerocket starts with the snapshot of its config on its data volume", () => {
  const image = { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" };
  const { nodes } = synthStacks(sample({ nodeGroups: { cpu: { image } } }).env);
  const templates = Object.values<Json>(nodes?.resource?.aws_launch_template ?? {});
  const volumes = templates.flatMap((one) => one["block_device_mappings"] as Json[]);
  expect(volumes.filter(({ ebs }) => ebs.snapshot_id !== undefined)).toEqual([
    expect.objectContaining({
      device_name: "/dev/xvdb",
      ebs: expect.objectContaining({ snapshot_id: image.dataSnapshotId }),
    }),
  ]);
});
