import { keptAddresses } from "../../../../scripts/commands/destroy/kept";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();

const RESOURCE = {
  aws_kms_key: { storage_key: {}, other: {} },
  aws_kms_alias: { alias: { target_key_id: "${aws_kms_key.storage_key.id}" } },
  aws_s3_bucket: { checkpoints: {}, checkpoints2: {} },
  aws_s3_bucket_policy: { policy: { bucket: "${aws_s3_bucket.checkpoints.id}" } },
  aws_s3_bucket_server_side_encryption_configuration: {
    sse: { bucket: "${aws_s3_bucket.checkpoints.bucket}", key: "${aws_kms_key.storage_key.arn}" },
    sse2: { bucket: "${aws_s3_bucket.checkpoints2.bucket}", key: "${aws_kms_key.other.arn}" },
  },
  aws_fsx_data_repository_association: { link: { path: "s3://${aws_s3_bucket.checkpoints.bucket}" } },
  aws_fsx_lustre_file_system: { lustre: {} },
};

const kept = (...keep: string[]) =>
  [...keptAddresses(writeSynth(folder(), { s: { json: { resource: RESOURCE } } }), "s", keep)].sort();

test("a bucket stays with its settings and its key; what only uses it goes", () => {
  expect(kept("s.aws_s3_bucket.checkpoints")).toEqual([
    "aws_kms_key.storage_key",
    "aws_s3_bucket.checkpoints",
    "aws_s3_bucket_policy.policy",
    "aws_s3_bucket_server_side_encryption_configuration.sse",
  ]);
});

test("names of other stacks keep nothing here", () => {
  expect(kept("other.aws_s3_bucket.checkpoints")).toEqual([]);
});

test.each([
  ["s.aws_fsx_lustre_file_system.lustre", "it stands on what goes"],
  ["s.aws_s3_bucket.checkpoint", "s has no such resource"],
])("fails for %s", (name, text) => {
  expect(() => kept(name)).toThrow(text);
});
