import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Kubectl } from "../../../../scripts/lib/kubernetes/kubectl";
import {
  claimName,
  deletingClaims,
  endsWithPlatform,
  releaseClaims,
  releaseLoadBalancers,
} from "../../../../scripts/commands/destroy/owned-objects";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** A cluster that keeps each object in a file: `service.slurm.login` has its JSON. Deleting takes effect `after` looks. */
function cluster(objects: Readonly<Record<string, object>>, sticky = "") {
  const at = folder();
  const { calls } = fakeProgram(
    at,
    "kubectl",
    `*get\\ *) for word in "$@"; do case "$word" in service|ingress|persistentvolume) kind=$word;; esac; done
  items=; for f in $kind.*; do [ -e "$f" ] && items="$items\${items:+,}$(cat "$f")"; done
  echo "{\\"items\\":[$items]}"
  for f in gone.*; do [ -e "$f" ] && rm -f "\${f#gone.}" "$f"; done; true;;
*delete\\ persistentvolumeclaim*) while [ "$1" != persistentvolumeclaim ]; do shift; done; [ "$2" = "${sticky}" ] || touch "gone.persistentvolume.$2";;
*delete\\ *) while [ "$1" != delete ]; do shift; done; touch "gone.$2.$5.$3";;`,
  );
  for (const [name, json] of Object.entries(objects)) writeFileSync(join(at, name), JSON.stringify(json));
  const printed: string[] = [];
  return {
    left: () => readdirSync(at).filter((file) => Object.hasOwn(objects, file)),
    calls,
    printed,
    kubectl: new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: at, env: withPath(at) }),
    patience: (seconds = 5) => ({
      pollSeconds: 0.001,
      deadline: Date.now() + seconds * 1000,
      tell: (text: string) => printed.push(text),
    }),
  };
}

const service = (name: string, type: string, more: object = {}) => ({
  metadata: { namespace: "web", name, ...more },
  spec: { type },
});
const volume = (claim: string, driver: string, policy = "Delete") => ({
  metadata: { name: `pv-${claim}` },
  spec: { persistentVolumeReclaimPolicy: policy, claimRef: { namespace: "web", name: claim }, csi: { driver } },
});

describe("load balancers", () => {
  test("go with their Services and Ingresses, which are waited for; other Services stay", async () => {
    const { kubectl, patience, left, printed } = cluster({
      "service.web.front": service("front", "LoadBalancer"),
      "service.web.inner": service("inner", "ClusterIP"),
      "ingress.web.site": { metadata: { namespace: "web", name: "site" } },
    });
    await releaseLoadBalancers(kubectl, patience());
    expect(left()).toEqual(["service.web.inner"]);
    expect(printed).toContain("deleted service web/front");
    expect(printed).toContain("waiting for load balancers to go: service web/front");
  });

  test("one that goes already is only waited for, and what never goes is said", async () => {
    const { kubectl, patience, calls } = cluster({
      "service.web.front": service("front", "LoadBalancer", { deletionTimestamp: "2026-11-21T12:00:00Z" }),
    });
    await expect(releaseLoadBalancers(kubectl, patience(-1))).rejects.toThrow(
      "Waited too long for load balancers to go: service web/front.",
    );
    expect(calls().some((call) => call.includes("delete"))).toBe(false);
  });
});

describe("claims", () => {
  const OBJECTS = {
    "persistentvolume.data": volume("data", "ebs.csi.aws.com"),
    "persistentvolume.cache": volume("cache", "fsx.csi.aws.com"),
    "persistentvolume.kept": volume("kept", "ebs.csi.aws.com", "Retain"),
  };

  test("are those whose volume is deleted with them", async () => {
    const { kubectl } = cluster(OBJECTS);
    const claims = await deletingClaims(kubectl);
    expect(claims.map(claimName).sort()).toEqual(["web/cache", "web/data"]);
    expect(claims.filter(endsWithPlatform).map(claimName)).toEqual(["web/cache"]);
  });

  test("all are deleted, and those of one driver waited for", async () => {
    const { kubectl, patience, left } = cluster(OBJECTS, "data");
    await releaseClaims(kubectl, patience(), endsWithPlatform, null);
    expect(left()).toEqual(["persistentvolume.data", "persistentvolume.kept"]);
  });

  test("one that pods still use is said at the time limit", async () => {
    const { "persistentvolume.cache": _, ...objects } = OBJECTS;
    const { kubectl, patience } = cluster(objects, "data");
    await expect(releaseClaims(kubectl, patience(0), () => true, new Set(["web/data"]))).rejects.toThrow(
      "Waited too long for volumes to go, which pods may still use: web/data.",
    );
  });

  test("one that came after the others were named holds all of them up", async () => {
    const { kubectl, patience, calls } = cluster(OBJECTS);
    await expect(releaseClaims(kubectl, patience(), () => true, new Set(["web/cache"]))).rejects.toThrow(
      "web/data came since this was planned, and nobody has named it",
    );
    expect(calls().some((call) => call.includes("delete"))).toBe(false);
  });
});
