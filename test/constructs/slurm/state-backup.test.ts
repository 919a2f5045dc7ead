import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stateBackup } from "../../../constructs/slurm/state-backup";
import { restoreStateScript, saveStateScript } from "../../../constructs/slurm/state-scripts";
import type { Json } from "../../helpers/synth";

const PROPS = {
  namespace: "slurm",
  release: "slurm",
  slurmCluster: "sample",
  bucketName: "sample-checkpoints",
  prefix: "railyard/slurm-state/",
  region: "us-east-1",
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
} as const;
const objects = stateBackup(PROPS) as Json[];
const cronJob = (name: string, of = objects): Json =>
  of.find(({ kind, metadata }) => kind === "CronJob" && metadata.name === name);
const pod = (name: string, of = objects): Json => cronJob(name, of).spec.jobTemplate.spec.template.spec;

describe("the objects", () => {
  test("the backup reads the controller's volume beside its pod", () => {
    expect(cronJob("slurm-state-backup").spec.suspend).toBeUndefined();
    const { volumes, affinity, initContainers } = pod("slurm-state-backup");
    expect(volumes).toContainEqual({
      name: "state",
      persistentVolumeClaim: { claimName: "statesave-slurm-controller-0", readOnly: true },
    });
    expect(initContainers[0].volumeMounts).toContainEqual({ name: "state", mountPath: "/state", readOnly: true });
    expect(affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([
      {
        labelSelector: { matchLabels: { "app.kubernetes.io/name": "slurmctld" } },
        namespaces: ["slurm"],
        topologyKey: "kubernetes.io/hostname",
      },
    ]);
  });

  test("a claim that several nodes mount is read wherever there is room, and never restored beside slurmctld", () => {
    const shared = stateBackup({ ...PROPS, claim: "slurm-state" }) as Json[];
    const claims = ["slurm-state-backup", "slurm-state-restore"].map(
      (name) => pod(name, shared).volumes.find((one: Json) => one.name === "state").persistentVolumeClaim.claimName,
    );
    expect(claims).toEqual(["slurm-state", "slurm-state"]);
    expect(pod("slurm-state-backup", shared).affinity).toBeUndefined();
    expect(pod("slurm-state-restore", shared).affinity).toEqual(pod("slurm-state-restore").affinity);
  });

  test("the restore runs by no schedule, nowhere while slurmctld has a pod, and once", () => {
    const { spec } = cronJob("slurm-state-restore");
    expect(spec.suspend).toBe(true);
    expect(spec.jobTemplate.spec.backoffLimit).toBe(0);
    const [rule] = pod("slurm-state-restore").affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(rule.topologyKey).toBe("kubernetes.io/os");
    // with less, the scheduler would take its node away for slurmctld in the middle of a restore
    expect(pod("slurm-state-restore").priorityClassName).toBe("system-cluster-critical");
    expect(pod("slurm-state-restore").volumes).toContainEqual(
      expect.objectContaining({ persistentVolumeClaim: expect.objectContaining({ readOnly: false }) }),
    );
  });
});

const KEPT = ["assoc_usage", "clustername", "hash.1", "job_state", "qos_usage"];

describe("the scripts", () => {
  let folder = "";
  const path = (...names: string[]) => join(folder, ...names);
  const put = (name: string, text: string) => writeFileSync(path("state", name), text);
  const run = (script: string, env: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      encoding: "utf8",
      env: {
        PATH: `${path("bin")}:${process.env["PATH"]}`,
        STATE: path("state"),
        DUMP: path("dump.tar.gz"),
        CLUSTER: "sample",
        ...env,
      },
    });
    return { status, output: stdout + stderr };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "state-"));
    for (const name of ["bin", "state", "state/hash.1", "state/hash.1/job.11", "state/lost+found"])
      mkdirSync(path(name));
    writeFileSync(path("bin/sleep"), "#!/bin/sh\n", { mode: 0o755 });
    put("job_state", "jobs");
    put("job_state.new", "half");
    put("clustername", "sample|3840");
    put("assoc_usage", "usage");
    put("qos_usage", "usage");
    put("hash.1/job.11/script", "#!/bin/sh\n");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("what is saved comes back, and what was there before stays beside it", () => {
    expect(run(saveStateScript())).toMatchObject({ status: 0, output: expect.stringContaining("state of sample") });
    put("job_state", "newer");
    put("trigger_state", "newer");
    expect(run(restoreStateScript())).toMatchObject({
      status: 0,
      output: expect.stringContaining("restored the state"),
    });
    expect(readFileSync(path("state/job_state"), "utf8")).toBe("jobs");
    expect(readFileSync(path("state/hash.1/job.11/script"), "utf8")).toBe("#!/bin/sh\n");
    expect(existsSync(path("state/trigger_state"))).toBe(false);
    const [before = ""] = readdirSync(path("state")).filter((name) => name.startsWith(".before-"));
    expect(readFileSync(path("state", before, "job_state"), "utf8")).toBe("newer");
    expect(readdirSync(path("state")).sort()).toEqual([before, ...KEPT, "lost+found"].sort());
    // what is kept beside it is in no later copy
    expect(run(saveStateScript()).status).toBe(0);
    const { stdout } = spawnSync("tar", ["-tzf", path("dump.tar.gz")], { encoding: "utf8" });
    expect(stdout).not.toContain(".before-");
    expect(stdout.split("\n")[0]).toBe("job_state");
  });

  test.each(["job_state", "assoc_usage"])("no copy is made of a state without %s", (file) => {
    rmSync(path("state", file));
    expect(run(saveStateScript())).toMatchObject({ status: 1, output: expect.stringContaining(": nothing is kept") });
  });

  const unchanged = () => {
    expect(readdirSync(path("state")).sort()).toEqual([...KEPT, "job_state.new", "lost+found"].sort());
    expect(readFileSync(path("state/job_state"), "utf8")).toBe("jobs");
  };

  test("the state of another cluster is refused", () => {
    expect(run(saveStateScript()).status).toBe(0);
    expect(run(restoreStateScript(), { CLUSTER: "another" })).toMatchObject({
      status: 1,
      output: expect.stringContaining("of cluster sample, and this one is another. Nothing was changed."),
    });
    unchanged();
  });

  test.each(["job_state", "clustername", "qos_usage"])("a copy without %s is refused", (file) => {
    mkdirSync(path("other"));
    for (const name of KEPT.filter((each) => each !== file)) writeFileSync(path("other", name), "sample");
    expect(spawnSync("tar", ["-czf", path("dump.tar.gz"), "-C", path("other"), "."]).status).toBe(0);
    expect(run(restoreStateScript())).toMatchObject({
      status: 1,
      output: expect.stringContaining(`no ${file}. Nothing`),
    });
    unchanged();
  });

  test("a copy that is cut off is refused", () => {
    expect(run(saveStateScript()).status).toBe(0);
    writeFileSync(path("dump.tar.gz"), readFileSync(path("dump.tar.gz")).subarray(0, 40));
    expect(run(restoreStateScript()).status).not.toBe(0);
    unchanged();
  });
});
