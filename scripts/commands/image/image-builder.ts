import { Scalar, stringify } from "yaml";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { efaCommands, imageUnits, writeCommands, type ImageFile } from "../../../constructs/nodes/image-files";
import { shellWord, shellWords } from "../../../constructs/core/shell-word";
import { writtenBy } from "../../lib/files/output-kinds";

export interface ImageBuilderProps {
  readonly env: AwsEnvironment;
  readonly group: ResolvedNodeGroup;
  readonly files: readonly ImageFile[];
  readonly kernel: readonly string[];
  /** Release of the EFA installer; null: that of the parent image. */
  readonly efa: string | null;
  readonly version: string;
}

/** Every step stops at its first error: a build that went on would be an image that lacks something. */
const STRICT = "set -euo pipefail";

/** Its documents say 1.0, and no document says that 1 is the same. */
const SCHEMA = Object.assign(new Scalar(1), { minFractionDigits: 1 });

const bash = (name: string, commands: readonly string[]) => ({
  name,
  action: "ExecuteBash",
  inputs: { commands: [STRICT, ...commands] },
});

/**
 * The component: what is put into the image, what must hold before the snapshot, and what on a machine that was booted from it.
 * @see https://docs.aws.amazon.com/imagebuilder/latest/userguide/toe-use-documents.html
 */
export function componentText({ env, group, files, kernel, efa }: ImageBuilderProps): string {
  const checks = files.some(({ path }) => path.endsWith("railyard-stack-check"));
  const document = {
    name: nameOf(env, group),
    description: `Profile of ${group.name} of ${env.name}`,
    schemaVersion: SCHEMA,
    phases: [
      {
        name: "build",
        steps: [
          bash("Files", writeCommands(files)),
          bash("Units", [`systemctl enable ${shellWords(imageUnits(files))}`]),
          ...(kernel.length > 0
            ? [bash("KernelArguments", [`grubby --update-kernel=ALL --args=${shellWord(kernel.join(" "))}`])]
            : []),
          ...(efa === null ? [] : [bash("Efa", [efaCommands(efa)])]),
        ],
      },
      {
        name: "validate",
        steps: [
          bash("Syntax", ["bash -n /usr/local/sbin/railyard-tuning"]),
          ...(checks ? [bash("Stack", ["/usr/local/sbin/railyard-stack-check"])] : []),
        ],
      },
      ...(kernel.length > 0
        ? [
            {
              name: "test",
              steps: [
                bash(
                  "Booted",
                  kernel.map((one) => `tr ' ' '\\n' < /proc/cmdline | grep -qxF -- ${shellWord(one)}`),
                ),
              ],
            },
          ]
        : []),
    ],
  };
  return `# ${writtenBy("image")}\n${stringify(document, { lineWidth: 0 })}`;
}

/** The recipe, as `aws imagebuilder create-image-recipe --cli-input-json` reads it. */
export function recipeText(props: ImageBuilderProps): string {
  const { env, group, version } = props;
  const name = nameOf(env, group);
  const component = `arn:${env.partition}:imagebuilder:${env.region}:${env.account}:component/${name}/${version}`;
  const recipe = {
    name,
    description: `Railyard: profile of ${group.name} of ${env.name}`,
    semanticVersion: version,
    components: [{ componentArn: component }],
    parentImage: parentOf(env, group),
    blockDeviceMappings: [
      {
        deviceName: "/dev/xvda",
        ebs: {
          encrypted: true,
          deleteOnTermination: true,
          volumeSize: group.machines.rootVolumeGiB,
          volumeType: "gp3",
        },
      },
    ],
    tags: { "railyard:environment": env.name },
  };
  return `${JSON.stringify(recipe, null, 2)}\n`;
}

export const nameOf = (env: AwsEnvironment, group: ResolvedNodeGroup): string => `${env.name}-${group.name}`;

/**
 * The image of EKS that nodes of the group would boot otherwise, by the parameter that AWS keeps for it: the newest at each build.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html
 */
function parentOf({ cluster }: AwsEnvironment, { hardware, gpus }: ResolvedNodeGroup): string {
  const arch = hardware.arch === "arm64" ? "arm64" : "x86_64";
  const variant = gpus ? "nvidia" : hardware.accelerator ? "neuron" : "standard";
  return `ssm:/aws/service/eks/optimized-ami/${cluster.version}/amazon-linux-2023/${arch}/${variant}/recommended/image_id`;
}
