import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { parseArn } from "../arn";
import { blockOf, textOf, textsOf } from "../../attribute-values";
import { isScratch, lustreShape, takesBackups, type LustreShape } from "./fsx-lustre-shape";
import { refuseSize } from "./fsx-lustre-size";
import { refuseSecurityGroups } from "./fsx-security-groups";
import { FSX_SOURCES } from "./fsx-sources";
import { badRequest } from "../../cloud/refusals";

const VERSIONS = ["2.10", "2.12", "2.15"];
/** The first that has a metadata configuration. */
const METADATA_VERSION = "2.15";

/** What FSx refuses of a new file system. */
export function refuseCreate(object: Attributes, api: CloudApi): Refusal[] {
  const shape = lustreShape(object);
  return [
    ...(shape
      ? [...refuseSize(shape, object, true), ...options(shape, object), ...version(shape, object)]
      : mismatch(object)),
    ...network(object, api),
    ...refuseSecurityGroups(object, api),
    ...refuseLog(object, api),
    ...exportPath(object),
  ];
}

function mismatch(object: Attributes): Refusal[] {
  const given = `${textOf(object, "deployment_type")} with storage_type ${textOf(object, "storage_type")}`;
  return [badRequest(`there is no deployment_type ${given}`, FSX_SOURCES.create)];
}

function* options(shape: LustreShape, object: Attributes): Iterable<Refusal> {
  if (shape.efa && !shape.facts.efa)
    yield badRequest(`efa_enabled is on, and ${shape.deployment} has no EFA`, FSX_SOURCES.efa);
  if (shape.efa && shape.facts.efa && !shape.metadata)
    yield badRequest("efa_enabled is on, which needs a metadata_configuration", FSX_SOURCES.efa);
  if (shape.metadata?.mode === "AUTOMATIC" && shape.metadata.iops !== null)
    yield badRequest("iops of metadata is given, which mode AUTOMATIC sets itself", FSX_SOURCES.createMetadata);
  if (isScratch(shape) && takesBackups(object))
    yield badRequest(
      `automatic_backup_retention_days is given, and ${shape.deployment} has no backups`,
      FSX_SOURCES.createLustre,
    );
  const cache = textOf(object, "drive_cache_type");
  if (shape.facts.storageType === "HDD" && cache === null)
    yield badRequest("drive_cache_type is required with HDD: NONE or READ", FSX_SOURCES.createLustre);
}

function* version({ facts, metadata, deployment }: LustreShape, object: Attributes): Iterable<Refusal> {
  const given = textOf(object, "file_system_type_version");
  if (given === null) return;
  if (!VERSIONS.includes(given))
    yield badRequest(`file_system_type_version is ${given}; it takes ${VERSIONS.join(", ")}`, FSX_SOURCES.create);
  else if (facts.deploymentType === "PERSISTENT_2" && given === "2.10")
    yield badRequest(`file_system_type_version is ${given}; ${deployment} takes 2.12 and 2.15`, FSX_SOURCES.create);
  else if (metadata && given !== METADATA_VERSION)
    yield badRequest(
      `file_system_type_version is ${given}; metadata_configuration needs ${METADATA_VERSION}`,
      FSX_SOURCES.create,
    );
}

function* network(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const subnets = textsOf(object, "subnet_ids");
  const code = "InvalidNetworkSettings";
  if (subnets.length !== 1)
    yield { code, message: `${subnets.length} subnets are given; Lustre takes one`, source: FSX_SOURCES.create };
  const vpc = api.get("aws_subnet", subnets[0] ?? "")?.attributes["vpc_id"] ?? null;
  for (const id of textsOf(object, "security_group_ids")) {
    const group = api.get("aws_security_group", id) ?? api.get("aws_default_security_group", id);
    const other = group?.attributes["vpc_id"] ?? null;
    if (vpc === null || other === null || vpc === other) continue;
    const message = `security group ${id} is of ${JSON.stringify(other)}, and the subnet of ${JSON.stringify(vpc)}`;
    yield { code, message, source: FSX_SOURCES.create };
  }
}

/** Logs go to CloudWatch, under a name that FSx may write to. */
export function refuseLog(object: Attributes, api: CloudApi): Refusal[] {
  const log = blockOf(object, "log_configuration");
  const destination = textOf(log, "destination");
  if (destination === null || destination === "") return [];
  if ((textOf(log, "level") ?? "DISABLED") === "DISABLED")
    return [badRequest("destination of the log is given, and its level is DISABLED", FSX_SOURCES.createLog)];
  const arn = parseArn(destination);
  const isHere = arn?.partition === api.partition && arn.region === api.region && arn.account === api.account;
  if (isHere && arn.service === "logs" && arn.resource.startsWith("log-group:/aws/fsx")) return [];
  const message = `destination of the log is ${destination}; it is a log group of this account and Region named /aws/fsx…`;
  return [badRequest(message, FSX_SOURCES.createLog)];
}

function exportPath(object: Attributes): Refusal[] {
  const [from, to] = [textOf(object, "import_path"), textOf(object, "export_path")];
  if (!from || !to || bucketOf(from) === bucketOf(to)) return [];
  const message = `export_path ${to} is not in the bucket of import_path ${from}`;
  return [{ code: "InvalidExportPath", message, source: FSX_SOURCES.createLustre }];
}

const bucketOf = (path: string) => path.replace("s3://", "").split("/")[0];
