import { DescribeClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import { CHARTS, type ChartName } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { Partition } from "../../../config/facts/regions";
import { installs } from "../../../config/components/charts";
import type { CheckProps, CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { ConnectCommand, ReachClient } from "../../lib/aws/reach";
import { awsResources } from "../resources";

const HTTPS = 443;

/** Service in host names, by the beginning of the types of its resources. */
const SERVICES: readonly (readonly [RegExp, string])[] = [
  [/^aws_autoscaling_/, "autoscaling"],
  [/^aws_budgets_/, "budgets"],
  [/^aws_ce_/, "ce"],
  [/^aws_cloudwatch_log_/, "logs"],
  [/^aws_efs_/, "elasticfilesystem"],
  [/^aws_eks_/, "eks"],
  [/^aws_fsx_/, "fsx"],
  [/^aws_iam_/, "iam"],
  [/^aws_kms_/, "kms"],
  [/^aws_rolesanywhere_/, "rolesanywhere"],
  [/^aws_s3_/, "s3"],
  [/^aws_sns_/, "sns"],
];

/** Whether this machine reaches every service that Terraform calls. */
const services: PreflightCheck = {
  id: "endpoints/aws",
  title: "This machine reaches the services that Terraform calls.",
  actions: [],
  run: (props) => {
    const { environment } = props;
    return Promise.all(
      awsServices(environment).map((service) => {
        const host = hostOf(environment, service);
        if (host === null) return unknownHost(environment, service);
        return reachability(props, { host, aws: true, why: "Terraform calls it" });
      }),
    );
  },
};

/** Whether this machine reaches where charts come from. */
const charts: PreflightCheck = {
  id: "endpoints/charts",
  title: "This machine reaches the chart repositories.",
  actions: [],
  run: (props) => {
    const names = (Object.keys(CHARTS) as ChartName[]).filter((name) => installs(props.environment, name));
    const hosts = new Map<string, ChartName[]>();
    for (const name of names) {
      const { host } = new URL(CHARTS[name].repository.replace(/^oci:/, "https:"));
      hosts.set(host, [...(hosts.get(host) ?? []), name]);
    }
    const targets = [...hosts].map(([host, of]) => ({ host, aws: false, why: `it has the charts ${of.join(", ")}` }));
    return Promise.all(targets.map((one) => reachability(props, one)));
  },
};

/** Whether this machine reaches the Kubernetes API, which charts are installed by. */
const cluster: PreflightCheck = {
  id: "endpoints/cluster",
  title: "This machine reaches the Kubernetes API.",
  actions: ["eks:DescribeCluster"],
  run: async (props) => {
    const { aws, environment } = props;
    const { names } = environment;
    const { kind } = environment.cluster.endpoint;
    const found = await orNull(aws.client(EKSClient).send(new DescribeClusterCommand({ name: names.cluster })));
    const url = found?.cluster?.endpoint;
    const fix = `Deploy crds, platform and slurm from ${allowedFrom(environment)}.`;
    if (url === undefined) {
      const text = `is not there yet: whether this machine will reach its Kubernetes API (${kind}) cannot be known`;
      return [{ verdict: "unknown", subject: names.cluster, text, fix }];
    }
    const result = await reachability(props, {
      host: new URL(url).host,
      aws: false,
      why: "Terraform installs charts by it",
    });
    return [result.verdict === "ok" ? result : { ...result, fix }];
  },
};

function allowedFrom({ cluster: { endpoint } }: AwsEnvironment): string {
  if (endpoint.kind === "public") return `${endpoint.allowedCidrs.join(", ")} of the internet`;
  const inside = `${endpoint.privateCidrs.join(", ")} (the VPC, or what is connected to it)`;
  return endpoint.kind === "private" ? inside : `${inside}, or ${endpoint.allowedCidrs.join(", ")} of the internet`;
}

/** Services that Terraform calls, as their hosts spell them. */
function awsServices(environment: AwsEnvironment): string[] {
  const types = awsResources(environment).map(({ type }) => type);
  const used = SERVICES.flatMap(([of, service]) => (types.some((type) => of.test(type)) ? [service] : []));
  return ["sts", "ec2", ...used].sort();
}

const ENDPOINTS_DOCUMENT = "https://docs.aws.amazon.com/general/latest/gr/billing.html";

/**
 * Services that have one host in a partition; all others have one in each Region. null: no list of endpoints has the service
 * in that partition.
 */
const GLOBAL: Readonly<Record<string, Readonly<Record<Partition, string | null>>>> = {
  iam: { aws: "iam", "aws-us-gov": "iam.us-gov", "aws-cn": "iam.cn-north-1" },
  budgets: { aws: "budgets", "aws-us-gov": null, "aws-cn": "budgets" },
  ce: { aws: "ce.us-east-1", "aws-us-gov": null, "aws-cn": "ce.cn-northwest-1" },
};

/** @see https://docs.aws.amazon.com/general/latest/gr/rande.html */
function hostOf({ partition, region }: AwsEnvironment, service: string): string | null {
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  const name = GLOBAL[service] === undefined ? `${service}.${region}` : GLOBAL[service][partition];
  return name === null ? null : `${name}.${domain}`;
}

const unknownHost = ({ partition }: AwsEnvironment, service: string): CheckResult => ({
  verdict: "unknown",
  subject: service,
  text: `no list of endpoints has it in ${partition}`,
  fix: `Look whether ${partition} has the service; without it, take out what config says of budgets.`,
  source: ENDPOINTS_DOCUMENT,
});

interface Host {
  readonly host: string;
  readonly aws: boolean;
  readonly why: string;
}

async function reachability({ aws }: CheckProps, { host, aws: isAws, why }: Host): Promise<CheckResult> {
  const command = new ConnectCommand({ host, port: HTTPS, aws: isAws });
  const { reached, problem = "", proxy } = await aws.client(ReachClient).send(command);
  if (reached) return { verdict: "ok", subject: host, text: "takes connections" };
  if (proxy !== undefined)
    return {
      verdict: "unknown",
      subject: host,
      text: `cannot be reached on port ${HTTPS} through the proxy of ${proxy} (${problem})`,
      fix: `Look at the proxy, and at NO_PROXY: curl -sSI https://${host}`,
    };
  return {
    verdict: "failed",
    subject: host,
    text: `cannot be reached on port ${HTTPS} (${problem}), and ${why}`,
    fix: "Look at the DNS, the firewall and the routes of this machine.",
  };
}

export const ENDPOINT_CHECKS: readonly PreflightCheck[] = [services, charts, cluster];
