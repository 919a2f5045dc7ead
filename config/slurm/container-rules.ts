import { own } from "../kernel/own";
import type { Rule } from "../kernel/rule";
import { folderText } from "../storage/mount-folders";
import { homesOf } from "../storage/homes";
import { imagesFolderOf } from "./images-folder";

const PATH = ["slurm", "containers"];

/** Containers of jobs. */
export const SLURM_CONTAINER_RULES: readonly Rule[] = [
  {
    id: "slurm/images-volume",
    title: "Imported images lie on a volume that all nodes mount.",
    severity: "error",
    why: "In a pod's own folder they are gone with the job that imported them, and no node sees them.",
    source: "https://github.com/NVIDIA/pyxis/wiki/Usage",
    *check({ env }) {
      const { slurm, storage } = env;
      if (slurm?.containers.kind !== "pyxis" || Object.keys(slurm.containers.images).length === 0) return;
      const found = imagesFolderOf(env);
      if (found && found.volume !== null) return;
      const mounted = storage.map(({ mount }) => mount.mountPath);
      yield {
        path: [...PATH, found ? "imagesFolder" : "images"],
        message: found
          ? `${found.folder} lies on none of the volumes of the environment (${mounted.join(", ") || "there is none"})`
          : "there is no volume to hold the images",
        fix:
          mounted.length > 0
            ? `write imagesFolder: "${mounted[0]}/images"`
            : "add a volume to storage, or take images out",
      };
    },
  },
  {
    id: "slurm/images-squashed",
    title: "Root of a pod can write where images are imported.",
    severity: "error",
    why: "A Job imports them as root. Where root is somebody else, it makes neither the folder nor a file, and jobs that name an image find none.",
    source:
      "https://man7.org/linux/man-pages/man5/exports.5.html; https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html",
    *check({ env }) {
      const found = imagesFolderOf(env);
      const volume = env.storage.find(({ name }) => name === found?.volume);
      if (!found || !volume?.squashesRoot) return;
      const other = env.storage.find(({ squashesRoot, mount }) => !squashesRoot && !mount.readOnly);
      yield {
        path: [...PATH, "images"],
        message: `${found.folder} lies on ${volume.name}, where root is not root (rootSquash)`,
        fix: other
          ? `write imagesFolder: "${other.mount.mountPath.replace(/\/$/, "")}/images"`
          : `let root be root on ${volume.name}, or add a volume where it is`,
      };
    },
  },
  {
    id: "slurm/images-before",
    title: "No image has the name under which that of before is kept.",
    severity: "error",
    why: "An import keeps the last image as NAME.before.sqsh. Another image of that name is overwritten by it, and jobs that name it start something else.",
    source:
      "https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/cmd/import.md (an import writes a file of its name); Railyard's own design: constructs/slurm/files/import-images.sh keeps the one before beside it",
    *check({ env: { slurm } }) {
      if (slurm?.containers.kind !== "pyxis") return;
      const { images } = slurm.containers;
      for (const name of Object.keys(images)) {
        const before = `${name}.before`;
        if (images[before] === undefined) continue;
        yield {
          path: [...PATH, "images", before],
          message: `${before}.sqsh is the file of this image, and that of the image before of ${name}`,
          fix: `give it another name, such as ${name}-before`,
        };
      }
    },
  },
  {
    id: "slurm/images-in-homes",
    title: "Imported images lie in nobody's home.",
    severity: "error",
    why: "A home belongs to its user, who may delete all that is in it, and root of login pods gives the folder of a new user to them: images that jobs of all teams name are gone.",
    source:
      "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch03s08.html; Railyard's own design: the folder of a user is called after them, and is theirs",
    *check({ env }) {
      const { slurm } = env;
      const found = imagesFolderOf(env);
      if (!slurm || !found || found.volume === null) return;
      const homes = homesOf(env);
      if (homes.volume?.name !== found.volume || !folderText(found.folder).startsWith(folderText(homes.folder))) return;
      const [name] = found.folder.slice(homes.folder.length).split("/").filter(Boolean);
      const isUsers = name === undefined || own(slurm.users, name) !== undefined;
      // who the directory has is not known here
      if (!isUsers && slurm.directorySecretName === undefined) return;
      const written = slurm.containers.kind === "pyxis" && slurm.containers.imagesFolder !== undefined;
      yield {
        path: [...PATH, written ? "imagesFolder" : "images"],
        message:
          name === undefined
            ? `${found.folder} is the folder of all homes`
            : `${found.folder} is ${isUsers ? `in the home of ${name}` : `the home of whoever the directory calls ${name}`}`,
        fix: `write an imagesFolder outside of ${homes.folder}, on this volume or on another one`,
      };
    },
  },
];
