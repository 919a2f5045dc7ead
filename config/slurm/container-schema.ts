import { z } from "zod";
import { key } from "../kernel/key";
import { secretNameSchema } from "./secret-name";

const HOST_AND_PATH = String.raw`[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z0-9-]+|:\d{1,5})(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+`;

/** An image that is always the same: a tag can be moved by whoever owns it. */
const pinnedImage = z
  .string()
  .max(400)
  .regex(
    new RegExp(`^${HOST_AND_PATH}(:[A-Za-z0-9_][\\w.-]{0,127})?@sha256:[0-9a-f]{64}$`),
    'must be a registry, a path and a digest, such as "nvcr.io/nvidia/pytorch:25.06-py3@sha256:…"; railyard pin asks the registry for it',
  );

/** Of what runs a node, a release; its digest as well where it is known. */
export const releasedImageSchema = z
  .string()
  .max(400)
  .regex(
    new RegExp(
      `^${HOST_AND_PATH}(:(?!latest$)[A-Za-z0-9_][\\w.-]{0,127}|(:[A-Za-z0-9_][\\w.-]{0,127})?@sha256:[0-9a-f]{64})$`,
    ),
    'must be a registry, a path and a tag other than latest, or a digest, such as "registry.example.com/slurmd-apptainer:26.05.1"',
  );

const folder = z
  .string()
  .max(200)
  .regex(/^(\/[A-Za-z0-9][\w.-]*)+$/, "must be a whole path of letters, digits and _.-, such as /fsx/images");

const SLURMD_RESTARTS = "slurmd pods are made anew: jobs on them end.";

/** How jobs run in containers. */
export const containersSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("pyxis"),
    credentialsSecretName: key(secretNameSchema.optional(), {
      description:
        "Kubernetes Secret in the slurm namespace with credentials of private registries: its key `credentials` has lines of netrc, as enroot reads them (machine nvcr.io login $oauthtoken password …). Every user of the cluster can read them: give an account that may pull and nothing else. Who has ~/.config/enroot/.credentials uses those instead. Without the Secret pods start, and pull what is public.",
      defaultNote: "no Secret: users have credentials of their own",
      example: "pull",
      update: "rolling",
      updateNote: SLURMD_RESTARTS,
      source: "https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/cmd/import.md",
    }),
    images: key(
      z
        .record(
          z.string().regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/, "must be lower-case letters, digits and ._-"),
          pinnedImage,
        )
        .default({}),
      {
        description:
          "Images that a job of Kubernetes imports once onto a volume, by the name of their file: srun --container-image=/fsx/images/pytorch.sqsh then pulls nothing, on however many nodes. Each by its digest.",
        example: { pytorch: `nvcr.io/nvidia/pytorch:25.06-py3@sha256:${"0".repeat(64)}` },
        update: "in-place",
        updateNote: "What is new is imported; files of images that go stay, for jobs may run from them.",
      },
    ),
    imagesFolder: key(folder.optional(), {
      description: "Folder of their files, on a volume that login and compute pods mount.",
      defaultNote: "images in the first volume of the environment",
      example: "/fsx/images",
      update: "in-place",
      updateNote: "All images are imported anew there; the old files stay.",
    }),
  }),
  z.strictObject({
    kind: z.literal("apptainer"),
    image: key(releasedImageSchema, {
      description:
        "Your own image of slurmd with Apptainer in it, built on ghcr.io/slinkyproject/slurmd of the release of Slurm that is deployed: those of Slinky have Pyxis and no Apptainer.",
      update: "rolling",
      updateNote: SLURMD_RESTARTS,
    }),
    loginImage: key(releasedImageSchema.optional(), {
      description: "Your own image of login pods, built on ghcr.io/slinkyproject/login.",
      defaultNote: "that of Slinky, without Apptainer",
      update: "rolling",
      updateNote: "Login pods are made anew: sessions end, jobs go on.",
    }),
  }),
  z.strictObject({ kind: z.literal("none") }),
]);

export type ContainersConfig = z.output<typeof containersSchema>;
