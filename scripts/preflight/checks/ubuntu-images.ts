import { DescribeImagesCommand, EC2Client, type Image } from "@aws-sdk/client-ec2";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import {
  CANONICAL_ACCOUNT,
  UBUNTU_ROOT_DEVICE,
  UBUNTU_SOURCES,
  ubuntuImageName,
  ubuntuParameter,
  type UbuntuRelease,
} from "../../../config/facts/ubuntu-images";
import { KUBELET_SKEW } from "../../../config/facts/compatibility";
import { minorNumber } from "../../../config/kernel/version-order";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import type { CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";

/** What a group boots, and what it has to fit. */
interface Wanted {
  readonly release: UbuntuRelease;
  readonly version: string;
  readonly arch: "amd64" | "arm64";
}

/** Images of Canonical: that a group's is one, and what its newest is. */
export const UBUNTU_IMAGES: PreflightCheck = {
  id: "images/ubuntu",
  title: "Images of Ubuntu are Canonical's for EKS, and fit the cluster and their instance type.",
  actions: ["ec2:DescribeImages", "ssm:GetParameter"],
  run: async ({ environment: env, aws, now }) => {
    const results: CheckResult[] = [];
    for (const { name, machines, hardware } of ec2Groups(env)) {
      const { image } = machines;
      if (image.kind !== "ubuntu") continue;
      const wanted = { release: image.ubuntu, version: env.cluster.version, arch: hardware.arch };
      const command = new DescribeImagesCommand({ ImageIds: [image.imageId], IncludeDeprecated: true });
      const found = (await orNull(aws.client(EC2Client).send(command)))?.Images?.[0];
      const parameter = ubuntuParameter(wanted.release, wanted.version, wanted.arch);
      const answer = await orNull(aws.client(SSMClient).send(new GetParameterCommand({ Name: parameter })));
      const newest = answer?.Parameter?.Value ?? null;
      const newestText = newest ? `Canonical's newest is ${newest}` : `Systems Manager has no ${parameter}`;
      const fault = found ? faultOf(found, wanted, env) : `account ${env.account} sees no such image in ${env.region}`;
      results.push({
        subject: `${image.imageId} for ${name}`,
        ...(fault === null
          ? ageOf(found!, { id: image.imageId, version: wanted.version, newest, newestText, now })
          : {
              verdict: "failed",
              text: `${fault}; ${newestText}`,
              fix: newest ? `Write imageId: "${newest}".` : `Name an image of Kubernetes ${wanted.version}.`,
              source: UBUNTU_SOURCES.images.url,
            }),
      });
    }
    return results;
  },
};

/** Why nodes of the image would not come up, or not join; null: nothing is known that speaks against it. */
function faultOf(image: Image, { release, version, arch }: Wanted, { partition }: AwsEnvironment): string | null {
  const { Name = "", OwnerId, State, RootDeviceName } = image;
  const is = ubuntuImageName(Name);
  if (is === null) return `${Name || "an image without a name"} is no image of Canonical for EKS`;
  // in other partitions Canonical has other accounts
  if (partition === "aws" && OwnerId !== CANONICAL_ACCOUNT)
    return `${Name} is of account ${OwnerId}, not of Canonical (${CANONICAL_ACCOUNT})`;
  if (State !== "available") return `${Name} is in state ${State}`;
  const behind = minorNumber(version) - minorNumber(is.version);
  if (behind < 0 || behind > KUBELET_SKEW.minors)
    return `${Name} is for Kubernetes ${is.version}, and the cluster has ${version}`;
  if (is.release !== release) return `${Name} is Ubuntu ${is.release}, and config says ${release}`;
  if (is.arch !== arch) return `${Name} is for ${is.arch}, and the instances are ${arch}`;
  if (RootDeviceName !== UBUNTU_ROOT_DEVICE)
    return `${Name} has its system on ${RootDeviceName}, and the launch template sizes ${UBUNTU_ROOT_DEVICE}`;
  return null;
}

interface Age {
  readonly id: string;
  readonly version: string;
  readonly newest: string | null;
  readonly newestText: string;
  readonly now: Date;
}

function ageOf(
  { Name = "", DeprecationTime }: Image,
  { id, version, newest, newestText, now }: Age,
): Pick<CheckResult, "verdict" | "text" | "fix"> {
  const fix = newest ? `Write imageId: "${newest}".` : "Name a newer image.";
  if (DeprecationTime && Date.parse(DeprecationTime) <= now.getTime())
    return { verdict: "warning", text: `${Name} is deprecated since ${DeprecationTime}; ${newestText}`, fix };
  const of = ubuntuImageName(Name)?.version;
  // as in the middle of an upgrade: the control plane comes first
  if (of !== version)
    return {
      verdict: "warning",
      text: `${Name} is for Kubernetes ${of}, and the cluster has ${version}; ${newestText}`,
      fix,
    };
  return { verdict: "ok", text: newest === id ? `${Name} is the newest` : `${Name} is available; ${newestText}` };
}
