import { orList } from "../kernel/nearest";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";
import { lustresOf } from "../storage/fsx-lustre/per-file-system";

const guide = "https://docs.aws.amazon.com/fsx/latest/LustreGuide";
const LINKS = `${guide}/create-dra-linked-data-repo.html`;
const EXPORTS = `${guide}/autoexport-data-repo-dra.html`;

/** Whether Lustre reads and writes the prefix of the checkpoints. */
export const isLinked = ({ lustre, checkpoints }: AwsEnvironment): boolean =>
  lustre?.linked === true && checkpoints?.warm != null;

const warmNeedsLustre: AwsRule = {
  id: "checkpoints/warm-needs-lustre",
  title: "A warm tier has a file system to lie on.",
  severity: "error",
  why: "The warm tier is a folder on Lustre; without a file system nothing would be written there.",
  source: LINKS,
  *check({ config, env: { lustre } }) {
    if (!config.checkpoints?.warm || lustre) return;
    yield {
      path: ["checkpoints", "warm"],
      message: `the warm tier is ${config.checkpoints.warm.path} on Lustre, but the environment has no lustre`,
      fix: 'add lustre, such as { deployment: "persistent-2-ssd", capacityGiB: 4800, throughput: 250 }, or take warm out',
    };
  },
};

const warmFileSystem: AwsRule = {
  id: "checkpoints/warm-file-system",
  title: "The warm tier names a file system of the environment that can have it.",
  severity: "error",
  why: "Only FSx for Lustre is linked to S3; what no volume is called, nothing is written to.",
  source: LINKS,
  *check({ config, env }) {
    const name = config.checkpoints?.warm?.fileSystem;
    const names = lustresOf(env).map((lustre) => lustre.name);
    if (name === undefined || names.includes(name)) return;
    const other = env.storage.find((volume) => volume.name === name);
    yield {
      path: ["checkpoints", "warm", "fileSystem"],
      message: other ? `${name} is ${other.title}, which cannot be linked to S3` : `no volume is called ${name}`,
      fix: names.length
        ? `write ${orList(names.map((one) => JSON.stringify(one)))}`
        : 'add storage with a volume of kind: "fsx-lustre", or take warm out',
    };
  },
};

const warmNotLinkable: AwsRule = {
  id: "checkpoints/warm-not-linkable",
  title: "The file system of the warm tier can be linked to S3.",
  severity: "error",
  why: "FSx refuses data repositories on Intelligent-Tiering file systems.",
  source: LINKS,
  *check({ config, env: { lustre } }) {
    if (!config.checkpoints?.warm || !lustre || lustre.linkable) return;
    yield {
      path: ["checkpoints", "warm"],
      message: `${lustre.config.deployment} cannot be linked to S3; scratch-2, persistent-1 and persistent-2-ssd can`,
      fix: 'take warm out and let jobs copy to S3, or write lustre: { deployment: "persistent-2-ssd" }',
    };
  },
};

const notLinked: AwsRule = {
  id: "checkpoints/not-linked",
  title: "Checkpoints on the file system reach the bucket by themselves.",
  severity: "warning",
  why: "An Intelligent-Tiering file system cannot be linked: what is written there stays there unless a job copies it.",
  source: LINKS,
  *check({ config, env: { lustre } }) {
    if (!config.checkpoints || config.checkpoints.warm || !lustre || lustre.linkable) return;
    yield {
      path: ["checkpoints"],
      message: `${lustre.config.deployment} cannot be linked to S3: nothing copies checkpoints from it to the bucket`,
      fix: 'let jobs copy what must last, or write lustre: { deployment: "persistent-2-ssd" }',
    };
  },
};

const warmPath: AwsRule = {
  id: "checkpoints/warm-path",
  title: "The folder of the warm tier is a clean absolute path.",
  severity: "error",
  why: "FSx links one folder; a path with an empty part names none.",
  source: LINKS,
  *check({ config }) {
    const path = config.checkpoints?.warm?.path;
    if (path === undefined || !path.includes("//")) return;
    yield {
      path: ["checkpoints", "warm", "path"],
      message: `${path} has an empty part between slashes`,
      fix: `write path: "${path.replace(/\/+/g, "/")}"`,
    };
  },
};

const dottedBucketLinked: AwsRule = {
  id: "checkpoints/dotted-bucket-linked",
  title: "A bucket that Lustre is linked to has no dot in its name.",
  severity: "error",
  why: "The certificate of S3 does not cover names with dots, and no document says that FSx reaches such buckets another way: the link could fail after the file system is made.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
  *check({ env }) {
    const name = env.checkpoints?.bucket.name ?? "";
    if (!isLinked(env) || !name.includes(".")) return;
    yield {
      path: ["checkpoints", "bucket", "name"],
      message: `${name} has a dot in its name, and Lustre would be linked to it`,
      fix: "name a bucket without a dot, or take lustre out: jobs reach the bucket itself",
    };
  },
};

const prefixSegments: AwsRule = {
  id: "checkpoints/prefix-segments",
  title: "Prefixes have no part that is . or ..",
  severity: "error",
  why: "To S3 they are names, to a file system they are this folder and the one above: tools read another place, and S3 refuses some such keys.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html",
  *check({ env: { checkpoints } }) {
    const prefixes = [
      { path: ["checkpoints", "prefix"], prefix: checkpoints?.prefix },
      {
        path: ["checkpoints", "archive", "prefix"],
        prefix: checkpoints?.archive?.prefix,
      },
      {
        path: ["checkpoints", "profiles", "prefix"],
        prefix: checkpoints?.profiles?.prefix,
      },
    ];
    for (const { path, prefix } of prefixes) {
      const bad = prefix?.split("/").find((part) => part === "." || part === "..");
      if (bad === undefined) continue;
      yield {
        path,
        message: `${prefix} has a part "${bad}"`,
        fix: "write names only, such as checkpoints/",
      };
    }
  },
};

const exportEmpty: AwsRule = {
  id: "checkpoints/export-empty",
  title: "Checkpoints on Lustre are exported to S3.",
  severity: "warning",
  why: "Without export the file system holds the only copy, and a linked file system has no backups.",
  source: EXPORTS,
  *check({ env }) {
    const warm = env.checkpoints?.warm;
    if (!isLinked(env) || warm?.export.length !== 0) return;
    const task = warm.tasks.find(({ kind }) => kind === "export");
    if (task && task.cron !== null) return;
    yield task
      ? {
          path: ["checkpoints", "warm", "tasks", "export", "days"],
          message:
            "days is empty and export, too: no checkpoint goes from Lustre to S3 until somebody starts the task by hand, and AWS takes no backups of a linked file system",
          fix: 'write days: ["sat"] or others, or take days out for every day; or take the task out and write export: ["new", "changed"]',
        }
      : {
          path: ["checkpoints", "warm", "export"],
          message:
            "export is empty: no checkpoint goes from Lustre to S3, and AWS takes no backups of a linked file system",
          fix: 'write export: ["new", "changed"]; or tasks: { export: {} }, which exports once a day',
        };
  },
};

const exportPartial: AwsRule = {
  id: "checkpoints/export-partial",
  title: "New and changed files are both exported.",
  severity: "warning",
  why: "A checkpoint in S3 is whole only with both: a pointer such as `latest` is new once and changed ever after, and a rename counts as a change.",
  source: EXPORTS,
  *check({ env }) {
    const events = isLinked(env) ? (env.checkpoints?.warm?.export ?? []) : [];
    const missing = (["new", "changed"] as const).filter((event) => !events.includes(event));
    const [only] = missing;
    if (missing.length !== 1 || !only) return;
    yield {
      path: ["checkpoints", "warm", "export"],
      message: `export has only "${events[0]}": ${only === "changed" ? "files written again or renamed are stale" : "files that are created are missing"} in S3`,
      fix: 'write export: ["new", "changed"]',
    };
  },
};

const mountpointRename: AwsRule = {
  id: "checkpoints/mountpoint-rename",
  title: "Checkpoints are not written through Mountpoint for S3.",
  severity: "warning",
  why: "Mountpoint cannot rename or change files in a general purpose bucket: savers that write a temporary file and rename it fail.",
  source: "https://github.com/awslabs/mountpoint-s3/blob/main/doc/SEMANTICS.md",
  *check({ config, env: { checkpoints } }) {
    if (!config.checkpoints?.mountpoint || checkpoints?.warm) return;
    yield {
      path: ["checkpoints", "mountpoint"],
      message:
        "mountpoint is true and there is no warm tier: the mount is the one shared folder, and it cannot rename files",
      fix: "add lustre for writing; or save by an S3 client, and use the mount for reading",
    };
  },
};

export const CHECKPOINTS_LINK_RULES: readonly AwsRule[] = [
  warmNeedsLustre,
  warmFileSystem,
  warmNotLinkable,
  notLinked,
  warmPath,
  dottedBucketLinked,
  prefixSegments,
  exportEmpty,
  exportPartial,
  mountpointRename,
];
