import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { forgetFailed, madeReleases } from "../../../../scripts/commands/deploy/failed-releases";
import { fakeProgram, planJson, recordedAws, withPath, type Answer } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample();
const DESCRIBE = { call: "EKS DescribeCluster", input: { name: "sample" } };
const CLUSTER: Answer = {
  ...DESCRIBE,
  output: { cluster: { endpoint: "https://abc.eks.amazonaws.com", certificateAuthority: { data: "Q0E=" } } },
};
const MADE = ["monitoring", "kueue", "slurm", "cert-manager"].map((name) => ({ name, namespace: name }));

/** @param stored lines of namespace, name and status, as kubectl prints them */
async function forgotten(stored: string, { answer = CLUSTER, cases = "" } = {}) {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", `*readyz*) echo ok;;\n${cases}\n*secrets*) cat stored;;`);
  writeFileSync(join(at, "stored"), stored);
  const printed: string[] = [];
  const tell = (text: string) => printed.push(text);
  await forgetFailed({ environment, aws: recordedAws([answer]), folder: at, env: withPath(at), tell })(MADE);
  return { printed, deleted: calls().filter((call) => call.startsWith("delete")) };
}

test("what failed is forgotten; what worked once, is at work or is somebody else's is not touched", async () => {
  const stored = [
    "monitoring monitoring failed",
    "kueue kueue failed",
    "kueue kueue deployed",
    "slurm slurm pending-install",
    "elsewhere cert-manager failed",
    "other other failed",
    "",
  ].join("\n");
  const { printed, deleted } = await forgotten(stored);
  expect(deleted).toEqual(["delete secret --namespace monitoring --selector owner=helm,name=monitoring,status=failed"]);
  expect(printed).toEqual([
    "monitoring/monitoring: its installation failed before; Helm forgets it, and it is installed again",
  ]);
});

test("where nothing failed, or nobody can ask, nothing is deleted, and Terraform goes on", async () => {
  expect((await forgotten("monitoring monitoring deployed\n")).deleted).toEqual([]);
  const gone = { ...DESCRIBE, error: { name: "ResourceNotFoundException", message: "none", status: 404 } };
  const denied = { ...DESCRIBE, error: { name: "AccessDeniedException", message: "no", status: 403 } };
  for (const answer of [gone, denied])
    expect(await forgotten("monitoring monitoring failed\n", { answer })).toEqual({ printed: [], deleted: [] });
  const forbidden = { cases: "*secrets*) echo forbidden >&2; exit 1;;" };
  expect(await forgotten("monitoring monitoring failed\n", forbidden)).toEqual({ printed: [], deleted: [] });
});

test("a plan makes the releases that it creates: others have a state", () => {
  const after = { name: "kueue", namespace: "kueue" };
  const { resource_changes: changes } = planJson({
    "helm_release.new": { actions: ["create"] },
    "helm_release.other": { actions: ["update"] },
    "aws_vpc.vpc": { actions: ["create"] },
  });
  const plan = {
    resource_changes: changes.map((one) => ({ ...one, change: { ...(one as { change: object }).change, after } })),
  };
  expect(madeReleases(plan as never)).toEqual([after]);
  expect(madeReleases({})).toEqual([]);
});
