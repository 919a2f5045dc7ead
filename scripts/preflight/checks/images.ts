import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { DescribeImagesCommand, EC2Client, paginateDescribeImages } from "@aws-sdk/client-ec2";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { badAmiRelease } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckResult, PreflightCheck } from "../check";
import { imagePlace, type ImagePlace } from "../image-place";
import { SYSTEM_NODES } from "../node-demand";
import { orNull } from "../not-found";
import { all } from "../../lib/aws/once";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const PARAMETERS_DOCUMENT = "https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html";

/** An EKS image that some groups run. */
interface UsedImage {
  readonly place: ImagePlace;
  readonly amiType: string;
  readonly version: string;
  readonly release: string | null;
  readonly users: string[];
}

/** EKS images: pinned ones exist in the Region, and what EKS recommends now. */
export const IMAGE_RELEASES: PreflightCheck = {
  id: "images/releases",
  title: "The Region has the EKS images that node groups pin.",
  actions: ["ssm:GetParameter", "ec2:DescribeImages"],
  run: async ({ environment, aws }) => {
    const results: CheckResult[] = [];
    for (const image of usedImages(environment)) results.push(await judge(aws, image));
    return results;
  },
};

function usedImages(env: AwsEnvironment): UsedImage[] {
  const { amiType, release } = env.cluster.systemImage;
  const groups = ec2Groups(env).flatMap(({ name, machines: { image } }) =>
    // a type without an image of the kind is refused by the rule images/ami-type-exists
    isNamedImage(image) || image.amiType === null ? [] : [{ ...image, amiType: image.amiType, name }],
  );
  const images = new Map<string, UsedImage>();
  for (const one of [...groups, { name: SYSTEM_NODES, amiType, version: env.cluster.version, release }]) {
    const place = imagePlace(one.amiType, one.version);
    if (!place) continue;
    const key = [one.amiType, one.version, one.release].join();
    const known = images.get(key) ?? { ...one, place, users: [] };
    known.users.push(one.name);
    images.set(key, known);
  }
  return [...images.values()];
}

async function judge(aws: AwsAccess, { place, amiType, version, release, users }: UsedImage): Promise<CheckResult> {
  const subject = `${amiType} for ${users.join(", ")}`;
  const recommended = await parameter(aws, place.recommended);
  const now = recommended ? `EKS recommends ${recommended}` : "what EKS recommends is unknown";
  if (release === null) {
    if (recommended) return { verdict: "ok", subject, text: `no release is pinned; ${now} for ${version}` };
    const text = `Systems Manager has no ${place.recommended}`;
    return {
      verdict: "unknown",
      subject,
      text,
      fix: "Look whether EKS makes this image.",
      source: PARAMETERS_DOCUMENT,
    };
  }
  const found = (await parameter(aws, place.pinned(release))) ?? (await publicImage(aws, place.imageName(release)));
  if (found === null) {
    const text = `${aws.region} has no image of release ${release}; ${now}`;
    const fix = recommended ? `Pin ${recommended}.` : `Pin a release of ${version} that the Region has.`;
    return { verdict: "failed", subject, text, fix, source: PARAMETERS_DOCUMENT };
  }
  if (found !== release && found !== place.imageName(release)) {
    const text = `the image of that day is release ${found}, not ${release}; ${now}`;
    return { verdict: "failed", subject, text, fix: `Pin ${found}.` };
  }
  const bad = recommended && badAmiRelease(recommended);
  const newer = recommended !== null && recommended !== release;
  const but = bad ? `, which must not be run: ${bad.reason}` : "";
  return { verdict: "ok", subject, text: newer ? `${release} exists; ${now}${but}` : `${release} exists` };
}

async function parameter(aws: AwsAccess, name: string): Promise<string | null> {
  const answer = await orNull(aws.client(SSMClient).send(new GetParameterCommand({ Name: name })));
  return answer?.Parameter?.Value ?? null;
}

/** Parameters of old releases may go before their images do. */
async function publicImage(aws: AwsAccess, name: string): Promise<string | null> {
  const Filters = [{ Name: "name", Values: [name] }];
  const input = { Owners: ["amazon"], IncludeDeprecated: true, Filters };
  const pages = paginateDescribeImages({ client: aws.client(EC2Client) }, input);
  return (await all(pages, (page) => page.Images))[0]?.Name ?? null;
}

const ARCHITECTURES = { amd64: "x86_64", arm64: "arm64" } as const;

/** Images of one's own. */
export const CUSTOM_IMAGES: PreflightCheck = {
  id: "images/custom",
  title: "Custom images exist, may be used, and fit their instance type.",
  actions: ["ec2:DescribeImages"],
  run: async ({ environment: env, aws, now }) => {
    const results: CheckResult[] = [];
    for (const {
      name,
      machines: { image },
      hardware,
    } of ec2Groups(env)) {
      if (image.kind !== "custom") continue;
      const { imageId } = image;
      const subject = `${imageId} for ${name}`;
      const command = new DescribeImagesCommand({ ImageIds: [imageId], IncludeDeprecated: true });
      const found = (await orNull(aws.client(EC2Client).send(command)))?.Images?.[0];
      const architecture = ARCHITECTURES[hardware.arch];
      const share = `aws ec2 copy-image brings an image from another Region; modify-image-attribute shares one with account ${env.account}.`;
      if (!found) {
        const text = `account ${env.account} sees no such image in ${env.region}`;
        results.push({ verdict: "failed", subject, text, fix: share });
      } else if (found.State !== "available") {
        results.push({
          verdict: "failed",
          subject,
          text: `state is ${found.State}`,
          fix: "Wait for it, or build anew.",
        });
      } else if (found.Architecture !== architecture) {
        const text = `is for ${found.Architecture}, but ${name} has ${architecture} instances`;
        results.push({ verdict: "failed", subject, text, fix: `Name an image for ${architecture}.` });
      } else if (found.DeprecationTime && Date.parse(found.DeprecationTime) <= now.getTime()) {
        const text = `${found.Name} is deprecated since ${found.DeprecationTime}`;
        results.push({ verdict: "warning", subject, text, fix: "Build a new one on the present EKS image." });
      } else {
        results.push({ verdict: "ok", subject, text: `${found.Name} is available, ${architecture}` });
      }
    }
    return results;
  },
};
