import { type AvailabilityZone, DescribeAvailabilityZonesCommand, EC2Client } from "@aws-sdk/client-ec2";
import { excludedByEks, isLocalZone, ZONE_SOURCES } from "../../../config/facts/zones";
import { orList } from "../../../config/kernel/nearest";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { CheckResult, PreflightCheck } from "../check";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const LOCAL_ZONES = "https://docs.aws.amazon.com/local-zones/latest/ug/getting-started.html";

/**
 * Zones by the names and ids that this account has. A name stands for another zone in another account, so only the account
 * can say whether one of them is a zone in which EKS puts no part of a control plane.
 */
export const ZONES: PreflightCheck = {
  id: "network/zones",
  title: "The account has every zone of the config, opted in, and EKS takes those of the control plane.",
  actions: ["ec2:DescribeAvailabilityZones"],
  run: async ({ environment: env, aws }) => {
    const answer = await aws
      .client(EC2Client)
      .send(new DescribeAvailabilityZonesCommand({ AllAvailabilityZones: true }));
    const zones = answer.AvailabilityZones ?? [];
    return zonesOf(env).map((zone) => judge(zone, zones, env));
  },
};

function zonesOf(env: AwsEnvironment): string[] {
  return [
    ...new Set([
      ...env.network.subnets.map(({ zone }) => zone),
      ...ec2Groups(env).flatMap(({ machines: { zones } }) => zones),
    ]),
  ].sort();
}

function judge(subject: string, zones: readonly AvailabilityZone[], env: AwsEnvironment): CheckResult {
  const zone = zones.find(({ ZoneName }) => ZoneName === subject);
  if (!zone) {
    const kind = isLocalZone(subject) ? "local-zone" : "availability-zone";
    const names = zones.flatMap(({ ZoneName, ZoneType }) => (ZoneType === kind && ZoneName ? [ZoneName] : [])).sort();
    const has = names.length > 0 ? `it has ${names.join(", ")}` : "it names none of the kind";
    const fix = names.length > 0 ? `Choose ${orList(names)}.` : "Choose another zone, or another Region.";
    return { verdict: "failed", subject, text: `the account has no such zone in ${env.region}; ${has}`, fix };
  }
  const { ZoneId: id, State: state, OptInStatus: optIn, GroupName: group } = zone;
  if (optIn === "not-opted-in") {
    const fix = `aws ec2 modify-availability-zone-group --region ${env.region} --group-name ${group} --opt-in-status opted-in`;
    return {
      verdict: "failed",
      subject,
      text: `${id} is not opted in: no subnet can be made in it`,
      fix,
      source: LOCAL_ZONES,
    };
  }
  const excluded = excludedByEks(env.region);
  if (id !== undefined && id === excluded?.id && env.network.clusterZones.includes(subject))
    return refused(subject, id);
  if (state === "available" && id !== undefined) return { verdict: "ok", subject, text: `${id}, available` };
  const text = `${id ?? "no id"}, state ${state ?? "not said"}`;
  const fix = "Look at the AWS Health Dashboard, and at: aws ec2 describe-availability-zones.";
  return { verdict: state === undefined || id === undefined ? "unknown" : "warning", subject, text, fix };
}

const refused = (subject: string, id: string): CheckResult => ({
  verdict: "failed",
  subject,
  text: `is ${id} in this account, where EKS puts no part of a control plane: it refuses the cluster's subnets`,
  fix: "Name two other zones in cluster.zones; nodes may stay in this one.",
  source: ZONE_SOURCES.excludedByEks.url,
});
