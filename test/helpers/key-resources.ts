import type { Json } from "./synth";

/** What of a resource a reviewer would want to see change; types that are not named are only counted. */
const KEY_ATTRIBUTES: Record<string, (r: Json) => Record<string, unknown>> = {
  aws_vpc: (r) => ({ cidr: r.cidr_block }),
  aws_subnet: (r) => ({ cidr: r.cidr_block, zone: r.availability_zone }),
  aws_nat_gateway: () => ({}),
  aws_vpc_endpoint: (r) => ({ service: r.service_name, type: r.vpc_endpoint_type }),
  aws_eks_cluster: (r) => ({
    name: r.name,
    version: r.version,
    auth: r.access_config?.authentication_mode,
    public: r.vpc_config?.endpoint_public_access,
    deletion_protection: r.deletion_protection,
    tier: r.control_plane_scaling_config?.tier,
  }),
  aws_eks_addon: (r) => ({ addon: r.addon_name, version: r.addon_version }),
  aws_eks_access_entry: (r) => ({ principal: r.principal_arn }),
  aws_eks_node_group: (r) => ({
    name: r.node_group_name,
    capacity: r.capacity_type,
    types: r.instance_types,
    ami: r.ami_type,
    release: r.release_version,
    scaling: r.scaling_config,
    subnets: r.subnet_ids?.length,
  }),
  aws_launch_template: (r) => ({
    type: r.instance_type,
    interfaces: r.network_interfaces?.length,
    efa: r.network_interfaces?.filter((n: Json) => n.interface_type !== "interface").length,
    market: r.instance_market_options?.market_type,
    reservation: r.capacity_reservation_specification?.capacity_reservation_target?.capacity_reservation_id,
  }),
  aws_placement_group: (r) => ({ strategy: r.strategy }),
  aws_autoscaling_schedule: (r) => ({ start: r.start_time, desired: r.desired_capacity }),
  aws_fsx_lustre_file_system: (r) => ({
    type: r.deployment_type,
    version: r.file_system_type_version,
    gib: r.storage_capacity,
    throughput: r.per_unit_storage_throughput,
    efa: r.efa_enabled,
    metadata: r.metadata_configuration,
    backups: r.automatic_backup_retention_days,
    skip_final_backup: r.skip_final_backup,
  }),
  aws_fsx_data_repository_association: (r) => ({ path: r.file_system_path, s3: r.s3 }),
  aws_s3_bucket: (r) => ({ bucket: r.bucket }),
  aws_s3_bucket_lifecycle_configuration: (r) => ({
    rules: r.rule?.map((rule: Json) =>
      [rule.id, ...(rule.transition ?? []).map((t: Json) => `${t.storage_class}@${t.days}`)].join(" "),
    ),
  }),
  aws_kms_key: (r) => ({ rotation: r.enable_key_rotation }),
  helm_release: (r) => ({ chart: r.chart, version: r.version, namespace: r.namespace }),
};

/** The key resources of an environment's stacks, one a line, then the count of the others. */
export function keyResources(stacks: Readonly<Record<string, Json>>): string {
  return Object.entries(stacks)
    .map(([role, json]) => {
      const others: Record<string, number> = {};
      const lines = Object.entries<Json>(json.resource ?? {}).flatMap(([type, byId]) => {
        const key = KEY_ATTRIBUTES[type];
        // every stack has the one list of what it protects, whose entries are among these lines
        if (!key && type !== "terraform_data") others[type] = Object.keys(byId).length;
        return key ? Object.entries<Json>(byId).map(([id, r]) => `  ${type}.${id}${attributes(key(r))}`) : [];
      });
      const counts = Object.entries(others).map(([type, n]) => `  + ${n} ${type}`);
      return [role, ...lines.sort(), ...counts.sort()].join("\n");
    })
    .join("\n\n")
    .concat("\n");
}

function attributes(values: Record<string, unknown>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `\n      ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
}
