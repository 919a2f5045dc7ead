import { CHECKPOINTS_LINK_RULES } from "../../../config/rules/checkpoints-link";
import { ruleCases } from "../../helpers/rule-cases";

const warm = (more: object) => ({ checkpoints: { warm: more } });
const tiering = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 };

ruleCases(
  CHECKPOINTS_LINK_RULES,
  [
    {
      id: "checkpoints/warm-needs-lustre",
      when: "no file system",
      change: { lustre: null, ...warm({ path: "/ckpt" }) },
      path: ["checkpoints", "warm"],
      words: ["/ckpt", "no lustre", "capacityGiB"],
    },
    {
      id: "checkpoints/warm-not-linkable",
      when: "Intelligent-Tiering",
      change: { lustre: tiering, ...warm({}) },
      path: ["checkpoints", "warm"],
      words: ["persistent-2-intelligent-tiering", "persistent-2-ssd"],
    },
    {
      id: "checkpoints/not-linked",
      when: "Intelligent-Tiering without a warm tier",
      change: { lustre: tiering },
      path: ["checkpoints"],
      words: ["persistent-2-intelligent-tiering", "nothing copies"],
    },
    {
      id: "checkpoints/warm-path",
      when: "two slashes",
      change: warm({ path: "/a//b" }),
      path: ["checkpoints", "warm", "path"],
      words: ["/a//b", 'path: "/a/b"'],
    },
    {
      id: "checkpoints/prefix-segments",
      when: "a way up",
      change: { checkpoints: { prefix: "a/../b/" } },
      path: ["checkpoints", "prefix"],
      words: ["a/../b/", '".."'],
    },
    {
      id: "checkpoints/prefix-segments",
      when: "a dot in the archive",
      change: { checkpoints: { archive: { prefix: "./old/" } } },
      path: ["checkpoints", "archive", "prefix"],
      words: ["./old/", '"."'],
    },
    {
      id: "checkpoints/export-empty",
      when: "no events",
      change: warm({ export: [] }),
      path: ["checkpoints", "warm", "export"],
      words: ["empty", '["new", "changed"]'],
    },
    {
      id: "checkpoints/export-partial",
      when: "new files only",
      change: warm({ export: ["new"] }),
      path: ["checkpoints", "warm", "export"],
      words: ['only "new"', "stale", '["new", "changed"]'],
    },
    {
      id: "checkpoints/export-partial",
      when: "changed files only",
      change: warm({ export: ["changed"] }),
      path: ["checkpoints", "warm", "export"],
      words: ['only "changed"', "missing"],
    },
    {
      id: "checkpoints/export-deletes",
      when: "deletes that reach S3",
      change: { checkpoints: { oldVersionDays: 9, warm: { path: "/ckpt", exportDeletes: true } } },
      path: ["checkpoints", "warm", "exportDeletes"],
      words: ["/ckpt", "s3://sample-checkpoints-111122223333-us-east-1/checkpoints/", "9 days", "exportDeletes: false"],
    },
    {
      id: "checkpoints/export-deletes",
      when: "deletes that reach a bucket of somebody else",
      change: { checkpoints: { bucket: { kind: "existing", name: "theirs" }, warm: { exportDeletes: true } } },
      path: ["checkpoints", "warm", "exportDeletes"],
      words: ["s3://theirs/", "versioning of your bucket"],
    },
    {
      id: "checkpoints/mountpoint-rename",
      when: "the mount as the one shared folder",
      change: { lustre: null, checkpoints: { mountpoint: true } },
      path: ["checkpoints", "mountpoint"],
      words: ["cannot rename", "add lustre"],
    },
  ],
  [
    { id: "checkpoints/warm-needs-lustre", when: "a file system", change: warm({}) },
    { id: "checkpoints/warm-needs-lustre", when: "neither", change: { lustre: null } },
    {
      id: "checkpoints/warm-not-linkable",
      when: "scratch",
      change: { lustre: { deployment: "scratch-2", capacityGiB: 1200 }, ...warm({}) },
    },
    { id: "checkpoints/warm-not-linkable", when: "no warm tier", change: { lustre: tiering } },
    { id: "checkpoints/not-linked", when: "a link", change: {} },
    { id: "checkpoints/not-linked", when: "no checkpoints", change: { lustre: tiering, checkpoints: null } },
    { id: "checkpoints/not-linked", when: "a warm tier, told elsewhere", change: { lustre: tiering, ...warm({}) } },
    { id: "checkpoints/warm-path", when: "single slashes", change: warm({ path: "/a/b" }) },
    { id: "checkpoints/prefix-segments", when: "names with dots", change: { checkpoints: { prefix: "v1.2/..a/" } } },
    { id: "checkpoints/export-empty", when: "one event", change: warm({ export: ["new"] }) },
    { id: "checkpoints/export-partial", when: "both", change: warm({ export: ["changed", "new"] }) },
    { id: "checkpoints/export-partial", when: "none, told elsewhere", change: warm({ export: [] }) },
    { id: "checkpoints/export-deletes", when: "deletes that stay", change: warm({ exportDeletes: false }) },
    {
      id: "checkpoints/export-deletes",
      when: "no link",
      change: { lustre: tiering, ...warm({ exportDeletes: true }) },
    },
    { id: "checkpoints/mountpoint-rename", when: "Lustre beside it", change: { checkpoints: { mountpoint: true } } },
    { id: "checkpoints/mountpoint-rename", when: "no mount", change: { lustre: null } },
  ],
);
