import { healthOf } from "../../../config/slurm/health";
import { generatedFiles } from "../../../constructs/slurm/generated-files";
import { slurmValues } from "../../../constructs/slurm/slurm-values";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { sample, type Change } from "../../helpers/environment";

const resolved = (change: Change) => sample(change).env;

const names = (change: Change, pool: string) =>
  healthOf(resolved(change))
    ?.find((each) => each.pool === pool)
    ?.checks.map(({ name }) => name);

test("pools are asked for what their nodes have", () => {
  const h100 = names({ slurm: { health: {} } }, "h100");
  expect(h100).toContain("gpu-count");
  expect(h100).toContain("fabric-devices");
  expect(h100).toContain("huge-pages");
  const without = names({ slurm: { health: { checks: { xid: "off" } } } }, "h100");
  expect(without).toEqual(h100?.filter((name) => name !== "xid"));
  expect(healthOf(resolved({}))).toBeNull();
});

test("a quarter of a pool may be drained at one time, and as many within an hour, unless config says otherwise", () => {
  const of = (nodes: number, health: object) =>
    healthOf(resolved({ nodeGroups: { h100: { nodes } }, slurm: { health } }))?.map((each) => [
      each.drainsAtOnce,
      each.drainsPerHour,
    ])[0];
  expect(of(16, {})).toEqual([4, 4]);
  expect(of(2, {})).toEqual([1, 1]);
  expect(of(16, { drainsAtOnce: 8, drainsPerHour: 2 })).toEqual([8, 2]);
});

test("the program, its table and its scripts reach slurmd, and prolog and epilog run it", () => {
  const env = resolved({ slurm: { health: { resume: "people" } } });
  const layout = slurmLayout(env, env.slurm!);
  const files = generatedFiles(layout, "c");
  expect(files["slurm.conf"]).toMatch(/^Prolog=prolog-05-railyard-checks\.sh\nProlog=prolog-10-railyard\.sh$/m);
  expect(files["slurm.conf"]).toMatch(/^Epilog=epilog-10-railyard\.sh\nEpilog=epilog-20-railyard-checks\.sh$/m);
  expect(files["node-h100.env"]).toMatch(/^POOL=h100\nRESUME=people$/m);
  const values = slurmValues({
    clusterName: "c",
    layout,
    storage: { host: "h", port: 1, database: "d", username: "u", passwordSecret: { name: "s", key: "k" } },
    login: { kind: "none" },
    scriptsConfigMap: "scripts",
    storageClassName: "class",
    serviceMonitor: false,
    dcgmJobMapping: false,
    placement: { nodeSelector: {}, tolerations: [] },
  });
  const text = JSON.stringify(values);
  for (const name of ["checks-h100", "check-gpu-count.sh", "05-railyard-checks.sh", "20-railyard-checks.sh"])
    expect(text).toContain(name);
});
