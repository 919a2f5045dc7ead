import type { CloudObject } from "../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { cloudObject } from "./fake-cloud";

/** A file system on SSD with the metadata that AWS chooses, as a plan has it. */
export const PERSISTENT_2: Attributes = {
  id: null,
  backup_id: null,
  automatic_backup_retention_days: null,
  data_read_cache_configuration: [],
  deployment_type: "PERSISTENT_2",
  drive_cache_type: null,
  efa_enabled: null,
  export_path: null,
  file_system_type_version: "2.15",
  import_path: null,
  log_configuration: [],
  metadata_configuration: [{ mode: "AUTOMATIC", iops: null }],
  per_unit_storage_throughput: 250,
  security_group_ids: ["sg-lustre"],
  storage_capacity: 4800,
  storage_type: "SSD",
  subnet_ids: ["subnet-1"],
  throughput_capacity: null,
};

export const SCRATCH_2: Attributes = {
  ...PERSISTENT_2,
  deployment_type: "SCRATCH_2",
  metadata_configuration: [],
  per_unit_storage_throughput: null,
};

export const HDD: Attributes = {
  ...SCRATCH_2,
  deployment_type: "PERSISTENT_1",
  drive_cache_type: "NONE",
  per_unit_storage_throughput: 12,
  storage_capacity: 6000,
  storage_type: "HDD",
};

export const TIERING: Attributes = {
  ...PERSISTENT_2,
  data_read_cache_configuration: [{ sizing_mode: "PROPORTIONAL_TO_THROUGHPUT_CAPACITY", size: null }],
  metadata_configuration: [{ mode: "USER_PROVISIONED", iops: 6000 }],
  per_unit_storage_throughput: null,
  storage_capacity: null,
  storage_type: "INTELLIGENT_TIERING",
  throughput_capacity: 4000,
};

/** The same with EFA, in a size that EFA takes. */
export const WITH_EFA: Attributes = { ...PERSISTENT_2, efa_enabled: true, storage_capacity: 19_200 };

const rule = (direction: "ingress" | "egress", name: string, attributes: Attributes): CloudObject =>
  cloudObject(`aws_vpc_security_group_${direction}_rule`, name, {
    security_group_id: "sg-lustre",
    referenced_security_group_id: "sg-lustre",
    ...attributes,
  });

export const SUBNET = cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1" });
export const GROUP = cloudObject("aws_security_group", "sg-lustre", { name: "lustre", vpc_id: "vpc-1" });
export const PORT_988 = rule("ingress", "sgr-988", { ip_protocol: "tcp", from_port: 988, to_port: 988 });
export const PORTS_1018 = rule("ingress", "sgr-1018", { ip_protocol: "tcp", from_port: 1018, to_port: 1023 });
export const ALL_IN = rule("ingress", "sgr-in", { ip_protocol: "-1", from_port: null, to_port: null });
export const ALL_OUT = rule("egress", "sgr-out", { ip_protocol: "-1", from_port: null, to_port: null });

/** What a file system needs around it. */
export const AROUND: readonly CloudObject[] = [SUBNET, GROUP, PORT_988, PORTS_1018, ALL_IN, ALL_OUT];
