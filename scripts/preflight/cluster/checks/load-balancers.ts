import { record } from "../../../../config/kernel/plain";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const CLASSES = "https://kubernetes.io/docs/concepts/services-networking/service/#load-balancer-class";

/** Lists of addresses that load balancers give, by who gives them. */
const POOLS = [
  ["MetalLB", "/apis/metallb.io/v1beta1/ipaddresspools"],
  ["Cilium", "/apis/cilium.io/v2/ciliumloadbalancerippools"],
] as const;

/** Who gives Services an address. */
export const LOAD_BALANCERS: ClusterCheck = {
  id: "cluster/load-balancers",
  title: "Somebody gives Services of type LoadBalancer an address.",
  actions: ["list services", "list ipaddresspools.metallb.io", "list ciliumloadbalancerippools.cilium.io"],
  run: async ({ env: { cluster }, api }) => {
    const { loadBalancers } = cluster;
    if (!loadBalancers) return [];
    const wanted = loadBalancers.class;
    const subject = wanted ?? "Services without a class";
    const services = (await api.list("/api/v1/services")).filter(
      ({ spec }) => spec?.["type"] === "LoadBalancer" && spec["loadBalancerClass"] === wanted,
    );
    const served = services.filter(({ status }) => {
      const { ingress } = record(status?.["loadBalancer"]);
      return Array.isArray(ingress) && ingress.length > 0;
    });
    if (served.length > 0) {
      const [{ metadata }] = served as [(typeof served)[number]];
      return [{ verdict: "ok", subject, text: `${metadata.namespace}/${metadata.name} has an address by it` }];
    }
    if (services.length > 0) {
      const text = `Services wait for an address, and none has one: ${services
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
        .slice(0, 3)
        .join(", ")}`;
      const fix = "Ask whoever runs the cluster who makes load balancers, and write its class.";
      return [{ verdict: "failed", subject, text, fix, source: CLASSES } satisfies CheckResult];
    }
    const pools: string[] = [];
    for (const [title, path] of POOLS) {
      const found = await api.list(path, { metadataOnly: true });
      if (found.length > 0)
        pools.push(`${title} has ${found.length} ${found.length === 1 ? "pool" : "pools"} of addresses`);
    }
    if (pools.length > 0 && wanted === undefined)
      return [{ verdict: "ok", subject, text: pools.join(", "), source: CLASSES }];
    const seen =
      pools.length > 0
        ? `${pools.join(", ")}, and which class it serves is a setting of its own`
        : "no pool of addresses is seen";
    const text = `no Service has an address by it, and ${seen}: whether anybody gives one is unknown`;
    return [{ verdict: "unknown", subject, text, fix: "Ask whoever runs the cluster.", source: CLASSES }];
  },
};
