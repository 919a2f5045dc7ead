import type { Rule } from "../../../../config/kernel/rule";
import { TOPOGRAPH_RULES } from "../../../../config/sites/kubernetes/topograph-rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

/** The sample with topograph and layers. */
const asks = (kind: string, cluster: object = {}, nodeGroups: object = { dgx: { layers: 2 } }) => ({
  cluster: { layersFrom: "topograph", topograph: { provider: { kind } }, ...cluster },
  nodeGroups,
});
const other = (change: object) => ({
  dgx: { layers: 2 },
  other: { nodes: 1, server: "dgx-h100", labels: { "example.com/servers": "other" }, ...change },
});
const INFINIBAND = { fabric: { kind: "infiniband" }, layers: 2 };

ruleCases(
  TOPOGRAPH_RULES as readonly Rule[],
  {
    "topograph/read-by-somebody": {
      severity: "error",
      trips: [
        {
          when: "labels of railyard topology beside it",
          change: asks("infiniband", { layersFrom: "topology" }),
          at: ["cluster", "layersFrom"],
          message: ["topograph is installed"],
          fix: ['layersFrom: "topograph"'],
        },
        {
          when: "no pool has layers",
          change: asks("infiniband", {}, {}),
          at: ["cluster", "topograph"],
          message: ["no pool has layers"],
          fix: ["layers: 2"],
        },
      ],
      passes: [
        { change: asks("infiniband") },
        { when: "somebody else installs it", change: { cluster: { layersFrom: "topograph" } } },
      ],
    },
    "topograph/provider": {
      severity: "error",
      trips: [
        {
          when: "ibnetdiscover at Azure",
          change: asks("infiniband", { provider: "azure" }),
          at: ["cluster", "topograph", "provider", "kind"],
          message: ["tenants of Azure may not run"],
          fix: ["take topograph out"],
        },
        {
          when: "the API of another cloud",
          change: asks("gcp", { provider: "oci" }),
          at: ["cluster", "topograph", "provider", "kind"],
          message: ["asks gcp", "Oracle Cloud"],
          fix: ['kind: "oci"'],
        },
        {
          when: "a cloud on premises",
          change: asks("nebius"),
          at: ["cluster", "topograph", "provider", "kind"],
          message: ["asks nebius", "a site of your own"],
          fix: ['kind: "infiniband"'],
        },
      ],
      passes: [
        { change: asks("infiniband") },
        { when: "each cloud its own", change: asks("oci", { provider: "oci" }) },
        { when: "Google", change: asks("gcp", { provider: "gke" }) },
        { when: "a provider without a name", change: asks("nebius", { provider: "other" }) },
      ],
    },
    "topograph/fabric-unread": {
      severity: "warning",
      trips: [
        {
          change: asks("infiniband", { provider: "coreweave" }),
          at: ["cluster", "topograph", "provider", "kind"],
          message: ["CoreWeave", "unknown"],
          fix: ["run sudo ibnetdiscover"],
        },
        {
          when: "a cloud with an API",
          change: asks("infiniband", { provider: "nebius" }),
          at: ["cluster", "topograph", "provider", "kind"],
          fix: ['kind: "nebius"'],
        },
      ],
      passes: [{ change: asks("infiniband") }, { change: asks("nebius", { provider: "nebius" }) }],
    },
    "topograph/infiniband-pools": {
      severity: "error",
      trips: [
        {
          change: asks("infiniband", {}, other({ fabric: { kind: "roce" }, layers: 2 })),
          at: ["nodeGroups", "other", "layers"],
          message: ["other have none"],
          fix: ["take layers out"],
        },
      ],
      passes: [
        { change: asks("infiniband") },
        {
          when: "a pool of Ethernet without layers",
          change: asks("infiniband", {}, other({ fabric: { kind: "roce" } })),
        },
        {
          when: "a cloud that tells of Ethernet",
          change: asks("oci", { provider: "oci" }, other({ fabric: { kind: "roce" }, layers: 2 })),
        },
      ],
    },
    "topograph/one-label": {
      severity: "error",
      trips: [
        {
          change: asks("infiniband", {}, other(INFINIBAND)),
          at: ["nodeGroups", "dgx", "labels"],
          message: ["dgx and other", "no label in common"],
          fix: ["example.com/fabric"],
        },
      ],
      passes: [
        { change: asks("infiniband") },
        {
          when: "a label of both",
          change: asks(
            "infiniband",
            {},
            {
              dgx: { layers: 2, labels: { "example.com/fabric": "a" } },
              other: {
                nodes: 1,
                server: "dgx-h100",
                ...INFINIBAND,
                labels: { "example.com/servers": "other", "example.com/fabric": "a" },
              },
            },
          ),
        },
        {
          when: "the other pool has no layers",
          change: asks("infiniband", {}, other({ fabric: { kind: "infiniband" } })),
        },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
