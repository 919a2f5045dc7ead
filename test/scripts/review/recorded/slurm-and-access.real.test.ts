import { added, all, changed, changedPolicy, changedValues } from "../../../helpers/code-changes";
import { PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const SLURM = "slurm.helm_release.slurm_chart_release";
const BUCKET_POLICY = "storage.aws_s3_bucket_policy.checkpoints_policy";
const JOBS_POLICY = "storage.aws_iam_role_policy.jobs-role_policy";
const ssh = (cidr: string) =>
  added("network.aws_vpc_security_group_ingress_rule.ssh", {
    security_group_id: "${aws_security_group.efa_84EB264C.id}",
    cidr_ipv4: cidr,
    ip_protocol: "tcp",
    from_port: 22,
    to_port: 22,
  });

describe("a change of Slurm and of charts", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "a team removed",
      config: { teams: { vision: null } },
      verdict: "safe",
      findings: [["stops", "warning", /Team vision is removed/, /ada and grace/, /sacctmgr remove account vision/]],
    },
    {
      name: "a partition removed",
      config: { slurm: { partitions: { prep: null } } },
      verdict: "needs-acknowledgement",
      dangers: ["slurm.config.slurm.partitions.prep", SLURM],
      findings: [
        ["stops", "danger", /waiting jobs are cancelled/, /partitionname=prep state=drain/],
        ["stops", "danger", /no longer has the nodes of cpu/],
      ],
    },
    {
      name: "Slurm removed",
      config: { slurm: null, teams: null },
      verdict: "needs-acknowledgement",
      dangers: [
        "slurm.helm_release.accounting_database_objects_release",
        "slurm.helm_release.slurm_chart_release",
        "platform.helm_release.cert-manager_chart_release",
      ],
      findings: [
        ["lost", "danger", /slurm-database is destroyed: the accounting of Slurm goes/],
        ["stops", "danger", /slurmd pods go, and with them every job/],
        ["rest", "info", /definitions stay in the cluster, with every object of their kinds/],
      ],
    },
    {
      name: "login over the internet for everybody",
      config: { slurm: { login: { kind: "internet", allowedCidrs: ["0.0.0.0/0"] } } },
      verdict: "needs-acknowledgement",
      dangers: ["slurm.config.slurm.login"],
      findings: [["security", "danger", /SSH \(22\) from everybody/]],
    },
    {
      name: "a newer chart of custom resource definitions",
      code: changed("crds.helm_release.slurm-operator-crds_chart_release", (release) => {
        release.version = "1.3.0";
      }),
      verdict: "safe",
      findings: [["stops", "warning", /objects that no longer fit them are refused/, /1\.2\.1 → 1\.3\.0/]],
    },
    {
      name: "a newer chart that brings definitions with it",
      code: changed("platform.helm_release.cert-manager_chart_release", (release) => {
        release.version = "v1.22.0";
      }),
      verdict: "safe",
      findings: [["stops", "warning", /cert-manager/, /custom resource definitions may change/]],
    },
    {
      name: "a newer chart of Slurm",
      code: changed(SLURM, (release) => {
        release.version = "1.3.0";
      }),
      verdict: "safe",
      findings: [["stops", "warning", /slurmd pods are made anew one after another/]],
    },
    {
      name: "a value of a chart that no job needs",
      config: { platform: { helmValues: { "kube-prometheus-stack": { grafana: { replicas: 2 } } } } },
      verdict: "safe",
      silent: true,
    },
    {
      name: "another key of Slurm",
      code: changedValues(SLURM, (values) => {
        values.slurmKey = { secretRef: { name: "other", key: "slurm.key" } };
      }),
      verdict: "needs-acknowledgement",
      dangers: [SLURM],
      findings: [["stops", "danger", /jobs end/]],
    },
  ]);
});

describe("a change of who may do what", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "SSH open to the world",
      code: ssh("0.0.0.0/0"),
      verdict: "needs-acknowledgement",
      dangers: ["network.aws_vpc_security_group_ingress_rule.ssh"],
      findings: [["security", "danger", /everybody on the internet \(0\.0\.0\.0\/0\): port 22 \(SSH\)/]],
    },
    { name: "SSH open to the VPC", code: ssh("10.20.0.0/16"), verdict: "safe" },
    {
      name: "every action of S3 for jobs",
      code: changedPolicy(JOBS_POLICY, ({ Statement: statements }) => {
        statements.push({ Effect: "Allow", Action: "s3:*", Resource: "*" });
      }),
      verdict: "needs-acknowledgement",
      dangers: [JOBS_POLICY],
      findings: [["security", "danger", /every action of s3 on everything/]],
    },
    {
      name: "one action more for jobs",
      code: changedPolicy(JOBS_POLICY, ({ Statement: [, read] }) => {
        read.Action.push("s3:GetObjectVersion");
      }),
      verdict: "safe",
      findings: [["security", "info", /allows more/, /s3:GetObjectVersion/]],
    },
    {
      name: "another account reads the bucket",
      code: changedPolicy(BUCKET_POLICY, ({ Statement: statements }) => {
        statements.push({
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::999988887777:root" },
          Action: "s3:GetObject",
          Resource: "${aws_s3_bucket.checkpoints.arn}/*",
        });
      }),
      verdict: "needs-acknowledgement",
      dangers: [BUCKET_POLICY],
      findings: [["security", "danger", /999988887777:root of another account may s3:GetObject/]],
    },
    {
      name: "policies in another order",
      code: all(
        changedPolicy(BUCKET_POLICY, (policy) => {
          policy.Statement.reverse();
        }),
        changedPolicy(JOBS_POLICY, ({ Statement: [, read] }) => {
          read.Action.reverse();
        }),
      ),
      verdict: "safe",
      silent: true,
    },
    {
      name: "a bucket that may be made public",
      code: changed("storage.aws_s3_bucket_public_access_block.checkpoints_public-access", (block) => {
        block.block_public_policy = false;
      }),
      verdict: "needs-acknowledgement",
      dangers: ["storage.aws_s3_bucket_public_access_block.checkpoints_public-access"],
      findings: [["security", "danger", /block_public_policy is off/]],
    },
  ]);
});
