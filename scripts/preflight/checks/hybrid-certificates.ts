import { X509Certificate } from "node:crypto";
import { GetRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import { HYBRID_SOURCES } from "../../../config/facts/hybrid-nodes";
import { certificatesIn } from "../../../config/kernel/certificates";
import type { HybridConfig } from "../../../config/sites/aws-eks/hybrid/schema";
import { DescribeCertificateAuthorityCommand, PrivateCaClient } from "../../lib/aws/private-ca";
import { profiles, RolesAnywhereClient, trustAnchors, type TrustAnchor } from "../../lib/aws/roles-anywhere";
import type { CheckProps, CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";

const DAY_MS = 86_400_000;

/** Days before the end of an authority at which it is told. */
const SOON = 90;

const SOURCE = HYBRID_SOURCES.credentials.url;

type Anchor = Extract<HybridConfig["credentials"], { kind: "roles-anywhere" }>["trustAnchor"];

/** Whose certificates config trusts; null where servers join in another way. */
const anchorOf = ({ environment: { cluster } }: CheckProps): Anchor | null =>
  cluster.hybrid?.credentials.kind === "roles-anywhere" ? cluster.hybrid.credentials.trustAnchor : null;

/** The authority: that it is one, and how long it signs what counts. */
const authority: PreflightCheck = {
  id: "hybrid/certificate-authority",
  title: "The authority that signs certificates of servers is active, and stays so.",
  actions: ["acm-pca:DescribeCertificateAuthority"],
  run: async (props): Promise<CheckResult[]> => {
    const anchor = anchorOf(props);
    if (!anchor) return [];
    if (anchor.kind === "certificates")
      return certificatesIn(anchor.pem).flatMap((pem) => {
        const found = new X509Certificate(pem);
        const subject = found.subject.replaceAll("\n", ", ");
        const from = new Date(found.validFrom);
        if (from > props.now)
          return [{ verdict: "failed", subject, text: `counts from ${day(from)} on`, fix: "Wait, or name another." }];
        return [lifeOf(subject, new Date(found.validTo), props.now)];
      });
    const { arn: subject } = anchor;
    const [, , , region] = subject.split(":");
    const client = props.aws.client(PrivateCaClient, region);
    const asked = client.send(new DescribeCertificateAuthorityCommand({ CertificateAuthorityArn: subject }));
    const found = (await orNull(asked))?.CertificateAuthority;
    if (!found)
      return [
        {
          verdict: "failed",
          subject,
          text: "the account sees no such authority",
          fix: "Correct the ARN, or have its owner share it with AWS RAM.",
        },
      ];
    if (found.Status !== "ACTIVE")
      return [
        {
          verdict: "failed",
          subject,
          text: `its status is ${found.Status ?? "not said"}: IAM Roles Anywhere makes no trust anchor of it`,
          fix: "Activate it, or name another.",
          source: SOURCE,
        },
      ];
    return [
      found.NotAfter ? lifeOf(subject, found.NotAfter, props.now) : { verdict: "ok", subject, text: "is active" },
    ];
  },
};

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

function lifeOf(subject: string, until: Date, now: Date): CheckResult {
  const text = `counts until ${day(until)}`;
  const left = (until.getTime() - now.getTime()) / DAY_MS;
  if (left <= 0)
    return {
      verdict: "failed",
      subject,
      text: `ended on ${day(until)}: no certificate that it signed gets credentials`,
      fix: "Write the certificate of an authority that goes on, and sign those of the servers anew.",
      source: SOURCE,
    };
  if (left < SOON)
    return { verdict: "warning", subject, text, fix: "Add the next authority now, and sign certificates by it." };
  return { verdict: "ok", subject, text };
}

/** The trust anchor of the environment, where it is there. */
const trustAnchor: PreflightCheck = {
  id: "hybrid/trust-anchor",
  title: "The trust anchor of servers is on, and trusts whom config names.",
  actions: ["rolesanywhere:ListTrustAnchors"],
  run: async (props): Promise<CheckResult[]> => {
    const anchor = anchorOf(props);
    if (!anchor) return [];
    const subject = props.environment.names.resource("hybrid");
    const found = (await trustAnchors(props.aws.client(RolesAnywhereClient))).filter(({ name }) => name === subject);
    if (found.length === 0) return [{ verdict: "ok", subject, text: "is not there: the deployment makes it" }];
    if (found.length > 1)
      return [
        {
          verdict: "warning",
          subject,
          text: `${found.length} trust anchors have the name: one of them is not of this environment, or was left behind`,
          fix: found.map(({ trustAnchorArn = "?" }) => trustAnchorArn).join("\n"),
        },
      ];
    if (found[0]!.enabled === false) return [switchedOff(subject, "no server gets credentials")];
    if (!isSame(found[0]!, anchor))
      return [
        {
          verdict: "warning",
          subject,
          text: "trusts another authority than config: after the deployment servers whose certificates that one signed get no more credentials",
          fix: "Keep both certificates in config until every server has one of the new authority.",
          source: SOURCE,
        },
      ];
    return [{ verdict: "ok", subject, text: "is on, and trusts whom config names" }];
  },
};

const switchedOff = (subject: string, text: string): CheckResult => ({
  verdict: "warning",
  subject,
  text: `somebody has switched it off: ${text} until the deployment switches it on`,
  fix: "Find out who did, and why, before it is deployed.",
});

function isSame({ source }: TrustAnchor, anchor: Anchor): boolean {
  const { acmPcaArn, x509CertificateData = "" } = source?.sourceData ?? {};
  if (anchor.kind === "private-ca") return acmPcaArn === anchor.arn;
  return plain(x509CertificateData) === plain(anchor.pem);
}

/** Certificates without the ends of their lines, which services write as they like. */
const plain = (pem: string): string => pem.replace(/\s+/g, "");

/** The profile by which certificates lead to the role. */
const profile: PreflightCheck = {
  id: "hybrid/profile",
  title: "The profile of servers is on, leads to their role, and takes the names of nodes.",
  actions: ["rolesanywhere:ListProfiles"],
  run: async (props): Promise<CheckResult[]> => {
    if (!anchorOf(props)) return [];
    const { names } = props.environment;
    const subject = names.resource("hybrid");
    const found = (await profiles(props.aws.client(RolesAnywhereClient))).filter(({ name }) => name === subject);
    if (found.length === 0) return [{ verdict: "ok", subject, text: "is not there: the deployment makes it" }];
    return found.map(({ enabled, roleArns = [], acceptRoleSessionName }) => {
      if (enabled === false) return switchedOff(subject, "no server gets credentials");
      const others = roleArns.filter((arn) => arn.split("/").pop() !== names.role("hybrid"));
      if (others.length > 0)
        return {
          verdict: "warning",
          subject,
          text: `certificates of servers lead to ${others.join(", ")} as well`,
          fix: "Find out who added it: the deployment takes it away.",
          source: SOURCE,
        };
      if (acceptRoleSessionName !== true)
        return {
          verdict: "warning",
          subject,
          text: "does not take names of sessions: nodes that join are refused until the deployment switches it on",
          source: SOURCE,
        };
      return { verdict: "ok", subject, text: "is on, and leads to the role of servers alone" };
    });
  },
};

/** What may act as the role of servers. */
const role: PreflightCheck = {
  id: "hybrid/role",
  title: "The role of servers trusts the service by which they join.",
  actions: ["iam:GetRole"],
  run: async (props): Promise<CheckResult[]> => {
    const { cluster, names } = props.environment;
    if (!cluster.hybrid) return [];
    const subject = names.role("hybrid");
    const service = cluster.hybrid.credentials.kind === "ssm" ? "ssm.amazonaws.com" : "rolesanywhere.amazonaws.com";
    const found = await orNull(props.aws.client(IAMClient).send(new GetRoleCommand({ RoleName: subject })));
    if (!found) return [{ verdict: "ok", subject, text: "is not there: the deployment makes it" }];
    // IAM answers the policy as a part of an address
    const policy = decodeURIComponent(found.Role?.AssumeRolePolicyDocument ?? "");
    if (policy.includes(`"${service}"`)) return [{ verdict: "ok", subject, text: `trusts ${service}` }];
    return [
      {
        verdict: "warning",
        subject,
        text: `does not trust ${service}: servers that have joined in another way get no credentials after the deployment, and join again`,
        fix: "Take their jobs away before, and let them join again one after another.",
        source: SOURCE,
      },
    ];
  },
};

export const HYBRID_CERTIFICATE_CHECKS: readonly PreflightCheck[] = [authority, trustAnchor, profile, role];
