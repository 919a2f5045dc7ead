import fc from "fast-check";
import { INSTANCE_TYPE_NAMES, INSTANCE_TYPES, type InstanceTypeName } from "../../config/facts/instance-types";
import { offeredIn } from "../../config/facts/instance-regions";
import { capacityStep } from "../../config/facts/lustre";
import { offeredLayouts } from "../../config/fabrics/efa/layouts";
import type { AwsEksInput } from "../../config/environment-input";

const ZONES = ["us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d"];

type Group = Exclude<AwsEksInput["nodeGroups"][string], { readonly kind: "hybrid" }>;
type Lustre = NonNullable<AwsEksInput["lustre"]>;

/** Types that the Region has, that a stock image runs, that are sold without an UltraServer, and whose GPUs, if any, are NVIDIA's. */
const TYPES = INSTANCE_TYPE_NAMES.filter((name) => {
  const { accelerator, amiTypes, purchase } = INSTANCE_TYPES[name];
  return (
    !accelerator &&
    amiTypes.length > 0 &&
    purchase.capacityBlock !== "ultraserver" &&
    offeredIn("us-east-1", name) === true
  );
});

const name = (maxLength: number) => fc.stringMatching(new RegExp(`^[a-z][a-z0-9]{2,${maxLength - 1}}$`));
const reservationId = fc.stringMatching(/^cr-[0-9a-f]{17}$/);

function capacity(type: InstanceTypeName, zone: string, nodes: number): fc.Arbitrary<NonNullable<Group["capacity"]>> {
  const { purchase } = INSTANCE_TYPES[type];
  return fc.oneof(
    ...(purchase.onDemand ? [fc.constant({ kind: "on-demand" as const })] : []),
    ...(purchase.spot ? [fc.constant({ kind: "spot" as const })] : []),
    ...(purchase.onDemand
      ? [reservationId.map((target) => ({ kind: "reservation" as const, target, zone, count: nodes }))]
      : []),
    ...(purchase.capacityBlock
      ? [
          reservationId.map((id) => ({
            kind: "capacity-block" as const,
            id,
            zone,
            count: nodes,
            start: "2026-12-01",
            end: "2026-12-15",
          })),
        ]
      : []),
  );
}

/** All groups are in one zone, that of the file system: EFA crosses none. */
function group(zone: string): fc.Arbitrary<Group> {
  return fc
    .record({
      type: fc.constantFrom(...TYPES),
      nodes: fc.integer({ min: 1, max: 12 }),
    })
    .chain(({ type, nodes }) => {
      const { efa, gpu } = INSTANCE_TYPES[type];
      const layouts = offeredLayouts(INSTANCE_TYPES[type]) as ("save-ip" | "primary-efa" | "max-ena")[];
      const withEfa = efa.supported && gpu !== null && layouts.length > 0;
      return fc.record({
        instanceType: fc.constant(type),
        zone: fc.constant(zone),
        nodes: fc.constant(nodes),
        capacity: capacity(type, zone, nodes),
        fabric: withEfa
          ? fc.oneof(
              fc.constant({ kind: "none" as const }),
              fc.constantFrom(...layouts).map((layout) => ({ kind: "efa" as const, layout })),
            )
          : fc.constant({ kind: "none" as const }),
        rootVolumeGiB: fc.integer({ min: 200, max: 2000 }),
        gdrcopyModule: gpu ? fc.boolean() : fc.constant(false),
      });
    });
}

/** Every step of the matrix, up to ten steps up. */
const ssdLustre = fc
  .record({
    throughput: fc.constantFrom(125, 250, 500, 1000),
    efa: fc.boolean(),
    steps: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ throughput, efa, steps }): Lustre => {
    const { stepGiB } = capacityStep("persistent-2-ssd", throughput, efa) ?? { stepGiB: NaN };
    return { deployment: "persistent-2-ssd", throughput: throughput as 125, efa, capacityGiB: stepGiB * steps };
  });

const lustre: fc.Arbitrary<Lustre> = fc.oneof(
  ssdLustre,
  fc.integer({ min: 1, max: 20 }).map((n): Lustre => ({ deployment: "scratch-2", capacityGiB: 2400 * n })),
  fc
    .record({ throughput: fc.constantFrom(50, 100, 200), n: fc.integer({ min: 1, max: 20 }) })
    .map(({ throughput, n }): Lustre => ({
      deployment: "persistent-1-ssd",
      throughput: throughput as 50,
      capacityGiB: 2400 * n,
    })),
  fc
    .record({ n: fc.integer({ min: 1, max: 5 }), efa: fc.boolean() })
    .map(({ n, efa }): Lustre => ({ deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 * n, efa })),
);

/** Environments that no rule refuses: every one must synthesize, and what comes out must be legal for AWS. */
export const legalEnvironment: fc.Arbitrary<AwsEksInput> = fc
  .record({
    environment: name(20),
    zoneCount: fc.integer({ min: 2, max: 4 }),
    octet: fc.integer({ min: 1, max: 99 }),
    at: fc.nat(1),
  })
  .chain(({ environment, zoneCount, octet, at }) => {
    const zones = ZONES.slice(0, zoneCount);
    const home = zones[at] ?? "";
    return fc.record({
      name: fc.constant(environment),
      account: fc.constant("111122223333"),
      region: fc.constant("us-east-1"),
      profile: fc.constantFrom("production" as const, "development" as const),
      owner: fc.constant({ team: "t" as string, costCenter: "c" as string }),
      network: fc.constantFrom("single" as const, "per-zone" as const, "none" as const).map((nat) => ({
        kind: "create" as const,
        cidr: `10.${octet}.0.0/16`,
        zones,
        nat,
        endpoints: nat === "none" ? ("all" as const) : ("s3" as const),
      })),
      cluster: fc.constant({ kind: "eks" as const, admins: ["arn:aws:iam::111122223333:role/admin"] as string[] }),
      nodeGroups: fc.dictionary(
        name(16).filter((n) => n !== "system"),
        group(home),
        { minKeys: 1, maxKeys: 4 },
      ),
      lustre: fc.option(lustre, { nil: undefined }).map((chosen) => chosen && { ...chosen, zone: home }),
      checkpoints: fc.option(fc.constant({}), { nil: undefined }),
      withSlurm: fc.boolean(),
    });
  })
  .map(({ withSlurm, ...environment }) =>
    withSlurm && Object.values(environment.nodeGroups).every(hasCoresForJobs)
      ? { ...environment, slurm: onePartitionEach(environment) }
      : environment,
  );

/** The system takes a core of its own. */
const hasCoresForJobs = ({ instanceType }: Group): boolean => INSTANCE_TYPES[instanceType].vcpus > 2;

/** A partition for each group: types of different generations may not share one. */
function onePartitionEach({ nodeGroups }: Pick<AwsEksInput, "nodeGroups">): AwsEksInput["slurm"] {
  return { partitions: Object.fromEntries(Object.keys(nodeGroups).map((group) => [group, { nodeGroups: [group] }])) };
}
