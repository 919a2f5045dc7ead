import { compare, keepable, statementsOf } from "../../../../scripts/commands/adopt/compare";
import { plannedResources } from "../../../../scripts/commands/adopt/planned";
import type { FoundPart } from "../../../../scripts/commands/adopt/found";
import type { AdoptableKind } from "../../../../config/sites/aws-eks/adopt/schema";
import type { StackRole } from "../../../../config/names/resolve";
import { sample } from "../../../helpers/environment";

const planned = plannedResources(sample().env);
const differences = (kind: AdoptableKind, stack: StackRole, ...parts: FoundPart[]) =>
  compare({ kind, parts, places: planned.get(stack)! });
const lustre = (actual: FoundPart["actual"]) =>
  differences("fileSystem", "storage", { place: "lustre/file-system", id: "fs-0123456789abcdef0", actual });
const cluster = (actual: FoundPart["actual"]) =>
  differences("cluster", "cluster", { place: "cluster/cluster", id: "training", actual });

test("what is as the config has it is no difference", () => {
  expect(
    lustre({ storage_capacity: 38400, deployment_type: "PERSISTENT_2", efa_enabled: true, import_path: null }),
  ).toEqual([]);
  // the order of a set means nothing
  expect(cluster({ enabled_cluster_log_types: ["authenticator", "api", "audit"] })).toEqual([]);
});

test("a larger file system would be replaced, and the config value that keeps it is told", () =>
  expect(lustre({ storage_capacity: 57600 })).toEqual([
    {
      place: "lustre/file-system",
      address: "aws_fsx_lustre_file_system.lustre",
      attribute: "storage_capacity",
      actual: 57600,
      desired: 38400,
      effect: "replaced",
      fix: "lustre.capacityGiB: 57600",
    },
  ]));

test.each([
  [{ storage_capacity: 19200 }, "in place"],
  [{ per_unit_storage_throughput: 500 }, "in place"],
  [{ data_compression_type: "NONE" }, "in place"],
  [{ efa_enabled: false }, "replaced"],
  [{ deployment_type: "PERSISTENT_1" }, "replaced"],
  [{ kms_key_id: "arn:aws:kms:us-east-1:111122223333:key/a" }, "kept"],
  [{ copy_tags_to_backups: true }, "kept"],
  [{ import_path: "s3://old" }, "kept"],
  // the file system was made without it, and never gets it
  [{ "metadata_configuration.mode": null }, "kept"],
  [{ "metadata_configuration.mode": "USER_PROVISIONED" }, "in place"],
])("of a file system, %j is %s", (actual, effect) =>
  expect(lustre(actual).map((each) => each.effect)).toEqual([effect]),
);

test.each([
  [{ name: "training" }, "replaced"],
  [{ role_arn: "arn:aws:iam::111122223333:role/by-hand" }, "kept"],
  [{ "encryption_config.provider.key_arn": "arn:aws:kms:us-east-1:111122223333:key/a" }, "kept"],
  // encryption can be switched on
  [{ "encryption_config.provider.key_arn": null }, "in place"],
  [{ "kubernetes_network_config.service_ipv4_cidr": "10.100.0.0/16" }, "replaced"],
  [{ "vpc_config.endpoint_public_access": true }, "in place"],
])("of a cluster, %j is %s", (actual, effect) => expect(cluster(actual).map((each) => each.effect)).toEqual([effect]));

test("what AWS never tells is not compared", () => {
  expect(lustre({ security_group_ids: ["sg-1"] })).toEqual([]);
  expect(cluster({ "access_config.bootstrap_cluster_creator_admin_permissions": true })).toEqual([]);
});

test("references to what is adopted, too, are its id; others are something new, or not known before apply", () => {
  const association = { place: "vpc/routes-of-private-us-east-1a", id: "s/rtb-1", actual: { route_table_id: "rtb-1" } };
  const table = { place: "vpc/private-routes-us-east-1a", id: "rtb-1", actual: {} };
  expect(differences("vpc", "network", association, table)).toEqual([]);
  expect(differences("vpc", "network", association)).toEqual([
    expect.objectContaining({
      effect: "in place",
      desired: expect.stringMatching(/^<the new aws_route_table\.vpc_private-routes-us-east-1a_/),
    }),
  ]);
  // the subnet comes from the state of another stack
  expect(lustre({ subnet_ids: ["subnet-1"] })).toEqual([]);
});

test("rules and statements are compared by their names", () => {
  const bucket = (part: string, actual: object) =>
    differences("checkpointBucket", "storage", { place: `checkpoints/${part}`, id: "ours", actual: { ...actual } });
  const [rule] = bucket("lifecycle", { rule: ["by-hand"] });
  expect([rule?.effect, rule?.actual]).toEqual(["in place", ["by-hand"]]);
  expect(rule?.desired).toContain("abort-uploads");
  const [policy] = bucket("policy", { policy: ["Mine"] });
  expect(policy?.desired).toContain("DenyWithoutTls");
  expect(bucket("policy", { policy: policy?.desired })).toEqual([]);
});

test("places that the stack does not have are left out", () =>
  expect(differences("vpc", "network", { place: "vpc/none", id: "x", actual: { cidr_block: "10.0.0.0/8" } })).toEqual(
    [],
  ));

test("statements are found in a policy that has references in it", () =>
  expect(statementsOf('{"Statement":[{"Sid":"A","Resource":"${x.arn}"},{ "Sid" : "B" }]}')).toEqual(["A", "B"]));

test("only some resources can keep arguments", () => {
  expect(keepable("cluster")).toEqual(["role_arn", "encryption_config"]);
  expect(keepable("vpc")).toEqual([]);
});
