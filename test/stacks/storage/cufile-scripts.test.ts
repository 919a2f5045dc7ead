import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { samplesOf } from "../../../scripts/commands/examples/samples";
import { clusterSample } from "../../helpers/cluster";
import type { Change } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

const nfs = {
  kind: "nfs",
  server: "files.example.com",
  export: "/data",
  transport: "rdma",
  gpuDirect: true,
  teams: true,
};
const weka = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api", gpuDirect: true };
const pods = { labels: { "example.com/servers": "pods" }, nodes: 2, server: "dgx-h100" };
const sample = (storage: Change, more: Change = {}) => clusterSample({ storage, nodeGroups: { pods }, ...more }).env;
const ours = (env: ReturnType<typeof sample>) =>
  Object.entries(releases(synthStacks(env)["platform"])).filter(([name]) => name.endsWith("/gpudirect-storage"));
const images = { asked: null, usual: "nvcr.io/nvidia/pytorch:26.06-py3", nccl: null };
const sampleOf = (env: ReturnType<typeof sample>): Json => {
  const text = String(samplesOf(env, images).files["kubernetes/one-node.yaml"]);
  return parse(text.split("\n---\n").at(-1)!).spec.template.spec;
};

test("namespaces that have a volume with gpuDirect have the script, and no others", () => {
  const names = (storage: Change) => ours(sample(storage)).map(([name]) => name);
  expect(names({ data: nfs, fast: weka })).toEqual(["slurm/gpudirect-storage", "vision/gpudirect-storage"]);
  expect(names({ fast: weka })).toEqual(["slurm/gpudirect-storage"]);
  expect(names({ data: { ...nfs, gpuDirect: false } })).toEqual([]);
});

test("a team is told of its own volumes alone", () => {
  const [slurm, vision] = ours(sample({ data: nfs, fast: weka })).map(([, release]) =>
    JSON.stringify(valuesOf(release)),
  );
  expect(slurm).toContain("/fast");
  expect(vision).not.toContain("/fast");
});

test("pods of samples mount what their namespace has, and find cufile.json before their program starts", () => {
  const pod = sampleOf(sample({ data: nfs, fast: weka }));
  const [main] = pod.containers;
  expect(pod.volumes).toContainEqual({ name: "storage-data", persistentVolumeClaim: { claimName: "data" } });
  expect(main.volumeMounts).toContainEqual({ name: "storage-data", mountPath: "/data" });
  expect(JSON.stringify(pod)).not.toContain("storage-fast");
  expect(main.env).toContainEqual({ name: "CUFILE_ENV_PATH_JSON", value: "/tmp/cufile.json" });
  expect(main.command.slice(0, 2)).toEqual(["bash", "-c"]);
  expect(main.command).toContain("torchrun");
});

test("without a team pods run where all volumes are, and two Lustre file systems of hosts are two mounts", () => {
  const lustre = (path: string) => ({ kind: "lustre-existing", hostPath: path, folder: "railyard", mountPath: path });
  const pod = sampleOf(sample({ scratch: lustre("/lustre"), data: lustre("/lustre2") }, { teams: null }));
  expect(pod.containers[0].volumeMounts).toEqual([
    expect.objectContaining({ name: "shm" }),
    { name: "storage-scratch", mountPath: "/lustre" },
    { name: "storage-data", mountPath: "/lustre2" },
    expect.objectContaining({ name: "program" }),
  ]);
  expect(pod.containers[0].command[0]).toBe("torchrun");
});

test("the command of a sample writes the file, says what is missing, and goes on to the program with its arguments", () => {
  const env = sample({ fast: weka }, { teams: null });
  const { containers } = sampleOf(env);
  const folder = temporary();
  const values: Json = valuesOf(ours(env)[0]![1]);
  const [script] = Object.values<string>(values.objects[0].data);
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "scripts/cufile.sh"), script!);
  const [, , line, name] = containers[0].command as string[];
  const moved = line!.replace(/\. \S+;/, `. ${join(folder, "scripts/cufile.sh")};`);
  const done = spawnSync("bash", ["-c", moved, name!, "printf", "%s|", "a b", "c"], {
    encoding: "utf8",
    env: { ...process.env, RAILYARD_CUFILE: join(folder, "cufile.json"), RAILYARD_SYSFS: folder },
  });
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect(done.stdout.split("\n").at(-1)).toBe("a b|c|");
  expect(done.stdout).toContain("GPUDirect Storage reads /fast through the memory of the host");
  expect(JSON.parse(readFileSync(join(folder, "cufile.json"), "utf8")).properties.rdma_dev_addr_list).toEqual([]);
});
