import { awsOf } from "../../../config/sites/aws-eks/environment";
import { reach } from "../../lib/aws/reach";
import { unreachedFix } from "../../lib/aws/proxy";
import { missing, never, ok, unknown, whenOnAws, type Check, type DoctorContext, type Seen } from "./check";

const PORT = 443;
const LIMIT_MS = 4_000;

/** Services that every deployment asks. */
const SERVICES = ["ec2", "eks", "s3", "sts"];

export const NETWORK_CHECKS: readonly Check[] = [
  {
    id: "network/aws",
    title: "Endpoints of AWS",
    purpose: "are asked by everything that works on an account",
    need: whenOnAws,
    look: lookAtAws,
  },
  {
    id: "network/registry",
    title: "Terraform registry",
    purpose: "has the providers, where no mirror is set up (provider_installation in the CLI configuration)",
    need: never,
    look: (context) => lookAt([REGISTRY], context),
  },
];

const REGISTRY = { host: "registry.terraform.io", port: PORT };

function lookAtAws(context: DoctorContext): Promise<Seen> {
  const aws = awsOf(context.environment);
  if (!aws) return Promise.resolve(unknown("no environment in an account of AWS was named"));
  const { region, partition } = aws;
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  return lookAt(
    SERVICES.map((service) => ({ host: `${service}.${region}.${domain}`, port: PORT, aws: true })),
    context,
  );
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly aws?: boolean;
}

async function lookAt(targets: readonly Target[], { env, signal }: DoctorContext): Promise<Seen> {
  const results = await Promise.all(
    targets.map(async (target) => ({ ...target, ...(await reach(target, signal, LIMIT_MS)) })),
  );
  const failed = results.filter(({ reached }) => !reached);
  if (failed.length === 0) return ok(targets.map(({ host }) => host).join(", "));
  const text = failed.map(({ host, problem = "no answer" }) => `${host}: ${problem}`).join(", ");
  const by = failed.find(({ proxy }) => proxy !== undefined)?.proxy;
  if (by === undefined) return missing(text, "Look at network, firewall and DNS of this machine.");
  return missing(`not through the proxy of ${by}: ${text}`, unreachedFix(text, env));
}
