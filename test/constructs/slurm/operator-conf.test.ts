import { operatorConf } from "../../../constructs/slurm/operator-conf";

test("the operator's part names the cluster, its scripts in order, and a NodeSet for each group", () => {
  const text = operatorConf({ clusterName: "c", prologs: ["10-a.sh"], epilogs: ["10-b.sh"], nodeSets: ["x", "y"] });
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      "ClusterName=c",
      "Prolog=prolog-10-a.sh",
      "Epilog=epilog-10-b.sh",
      "NodeSet=x Feature=x",
      "NodeSet=y Feature=y",
    ]),
  );
});

test("the operator writes nothing of GPUs, scheduling and tasks", () => {
  const text = operatorConf({ clusterName: "c", prologs: [], epilogs: [], nodeSets: [] });
  expect(text).not.toMatch(/GresTypes|SelectType|TaskPlugin|ProctrackType|PrologFlags|Prolog=/);
});
