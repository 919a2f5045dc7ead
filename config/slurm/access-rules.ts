import type { AwsRule } from "../sites/aws-eks/rule";
import { contains, parseCidr } from "../kernel/cidr";
import type { Rule } from "../kernel/rule";

const CONTROLLER = "https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/nlb/";

const loginNeedsLoadBalancerController: AwsRule = {
  id: "slurm/login-needs-load-balancer-controller",
  title: "Login nodes behind a load balancer have a controller that makes it.",
  severity: "error",
  why: "Without the controller the Service stays pending and nobody can log in.",
  source: CONTROLLER,
  *check({ env: { slurm, platform } }) {
    if (!slurm || slurm.login.kind === "none" || platform.loadBalancerController) return;
    yield {
      path: ["platform", "loadBalancerController"],
      message: `slurm.login is ${slurm.login.kind}, which needs a load balancer, but loadBalancerController is false`,
      fix: 'write loadBalancerController: true, or slurm: { login: { kind: "none" } }',
    };
  },
};

/** Blocks shorter than this hold more than sixteen million addresses. */
const WORLD_PREFIX = 8;

const loginOpenToWorld: Rule = {
  id: "slurm/login-open-to-world",
  title: "SSH to the login nodes is open to known networks only.",
  severity: "warning",
  why: "A public SSH port is tried by machines day and night; one weak key is enough.",
  source: "https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-13",
  *check({ env: { slurm } }) {
    if (slurm?.login.kind !== "internet") return;
    for (const [index, cidr] of slurm.login.allowedCidrs.entries()) {
      const { prefix } = parseCidr(cidr);
      if (prefix >= WORLD_PREFIX) continue;
      yield {
        path: ["slurm", "login", "allowedCidrs", index],
        message: `${cidr} opens SSH to ${prefix === 0 ? "the whole internet" : "a large part of the internet"}`,
        fix: 'write the blocks of your offices and VPN, such as "203.0.113.0/24", or kind: "internal"',
      };
    }
  },
};

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"];

const loginPrivateOnly: Rule = {
  id: "slurm/login-private-only",
  title: "Somebody on the internet reaches login nodes that are on the internet.",
  severity: "error",
  why: "Packets from the internet never come from private addresses: a public load balancer that takes those alone takes nobody.",
  source: "https://www.rfc-editor.org/rfc/rfc1918",
  *check({ env: { slurm } }) {
    if (slurm?.login.kind !== "internet") return;
    const { allowedCidrs } = slurm.login;
    if (!allowedCidrs.length || !allowedCidrs.every((cidr) => PRIVATE.some((block) => contains(block, cidr)))) return;
    yield {
      path: ["slurm", "login", "allowedCidrs"],
      message: `the load balancer is on the internet, and takes private addresses alone: ${allowedCidrs.join(", ")}`,
      fix: 'write the public addresses of your offices, such as "203.0.113.0/24", or kind: "internal"',
    };
  },
};

const accountingHostSelf: Rule = {
  id: "slurm/accounting-host-self",
  title: "The database of the accounting is on a host that slurmdbd reaches.",
  severity: "error",
  why: "slurmdbd runs in a pod of its own: localhost is that pod, and there is no database in it.",
  source: "https://slurm.schedmd.com/slurmdbd.conf.html",
  *check({ env: { slurm } }) {
    if (slurm?.accounting.kind !== "external") return;
    const { host } = slurm.accounting;
    if (!/^(localhost(\.localdomain)?|127(\.\d+){1,3}|0\.0\.0\.0)$/i.test(host)) return;
    yield {
      path: ["slurm", "accounting", "host"],
      message: `${host} is the pod of slurmdbd itself`,
      fix: 'write the name of the database, such as "db.example.internal", or accounting: { kind: "mariadb" } for one in the cluster',
    };
  },
};

/** A name or an address; no scheme, port, path or space. */
const HOST = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

const accountingHost: Rule = {
  id: "slurm/accounting-host",
  title: "The database of the accounting is named by its host alone.",
  severity: "error",
  why: "slurmdbd resolves StorageHost as a name: a URL, or a port in it, is none, and slurmctld does not start without slurmdbd on a GPU cluster.",
  source: "https://slurm.schedmd.com/slurmdbd.conf.html",
  *check({ env: { slurm } }) {
    if (slurm?.accounting.kind !== "external" || HOST.test(slurm.accounting.host)) return;
    const { host } = slurm.accounting;
    // what stands before an @ may be a password: it is not told again
    const shown = host.includes("@") ? `…@${host.slice(host.lastIndexOf("@") + 1)}` : host;
    const bare = host
      .replace(/^[a-z+]+:\/\//i, "")
      .replace(/^.*@/, "")
      .replace(/[:/].*$/, "");
    yield {
      path: ["slurm", "accounting", "host"],
      message: `${JSON.stringify(shown)} is no host name; scheme, user, port and path do not belong in it`,
      fix: HOST.test(bare)
        ? `write host: "${bare}", the port as port, user and password in the Secret`
        : 'write a name such as "db.example.internal"',
    };
  },
};

export const SLURM_ACCESS_RULES: readonly Rule[] = [
  loginOpenToWorld,
  loginPrivateOnly,
  accountingHost,
  accountingHostSelf,
];

/** And who makes load balancers of AWS. */
export const AWS_SLURM_ACCESS_RULES: readonly AwsRule[] = [loginNeedsLoadBalancerController];
