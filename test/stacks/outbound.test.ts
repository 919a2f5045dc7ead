import { sample, type Change } from "../helpers/environment";
import { valuesOf } from "../helpers/release";
import { synthStacks } from "../helpers/stacks";
import { ROOT_CA } from "../helpers/certificates";
import type { Json } from "../helpers/synth";

const OUTBOUND: Change = {
  outbound: {
    registryMirrors: { "ghcr.io": "harbor.example.com/github" },
    authorities: { corp: ROOT_CA },
    proxy: { url: "http://proxy.example.com:3128" },
  },
};

const userData = (change: Change, stack: string): string[] =>
  Object.values<Json>(synthStacks(sample(change).env)[stack]?.resource?.aws_launch_template ?? {}).map(
    ({ user_data }) => JSON.stringify(user_data ?? ""),
  );

const decoded = (text: string): string =>
  (text.match(/[A-Za-z0-9+/=]{60,}/g) ?? []).map((part) => Buffer.from(part, "base64").toString("utf8")).join("");

test.each(["nodes", "cluster"])(
  "every launch template of the stack %s has mirrors, authorities and the proxy",
  (stack) => {
    const texts = userData(OUTBOUND, stack).map(decoded);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).toContain("certs.d/ghcr.io/hosts.toml");
      expect(text).toContain("https://harbor.example.com/v2/github");
      expect(text).toContain(ROOT_CA.trimEnd());
      expect(text).toContain("http://proxy.example.com:3128");
    }
  },
);

test("Bottlerocket nodes have it as settings", () => {
  const bottlerocket = { ...OUTBOUND, nodeGroups: { cpu: { image: { kind: "bottlerocket" } } } };
  const texts = userData(bottlerocket, "nodes").map(decoded);
  expect(texts.filter((text) => text.includes("[[settings.container-registry.mirrors]]"))).toHaveLength(1);
});

test("an environment that says nothing of it is what it was", () => {
  expect(synthStacks(sample({ outbound: {} }).env)).toEqual(synthStacks(sample().env));
});

test("pods of charts that call services outside go through the proxy, and what helmValues say of it stays", () => {
  const values = (change: Change): Record<string, Json> =>
    Object.fromEntries(
      Object.values<Json>(synthStacks(sample(change).env)["platform"]?.resource?.helm_release ?? {}).map((release) => [
        release.name,
        valuesOf(release),
      ]),
    );
  const own = { "cert-manager": { https_proxy: "http://other.example.com:1" } };
  const found = values({ ...OUTBOUND, platform: { helmValues: own } });
  expect(found["aws-load-balancer-controller"].env).toMatchObject({
    HTTPS_PROXY: "http://proxy.example.com:3128",
    NO_PROXY: expect.stringContaining("172.20.0.0/16") as string,
  });
  expect(found["cert-manager"]).toMatchObject({
    http_proxy: "http://proxy.example.com:3128",
    https_proxy: "http://other.example.com:1",
  });
  expect(values({})["aws-load-balancer-controller"]).not.toHaveProperty("env");
});

describe("authorities", () => {
  const releases = (change: Change): [string, Json][] =>
    Object.entries<Json>(synthStacks(sample(change).env)["platform"]?.resource?.helm_release ?? {});
  const found = releases({ ...OUTBOUND, teams: { vision: { gpus: 8 } } });
  const maps = found.filter(([, { name }]) => name === "railyard-authorities");

  test("are a ConfigMap in every namespace whose pods leave the cluster, and in those of teams", () => {
    const namespaces = maps.map(([, { namespace }]) => namespace as string);
    expect(namespaces.sort()).toEqual(["cert-manager", "gpu-operator", "kube-system", "monitoring", "slurm"]);
    for (const [, one] of maps) expect(valuesOf(one).objects[0].data).toEqual({ "corp.crt": ROOT_CA });
    const [, teams] = found.find(([, { name }]) => name === "railyard-team-authorities")!;
    expect(valuesOf(teams).objects[0].metadata).toEqual({ name: "railyard-authorities", namespace: "vision" });
  });

  test("are there before every release that mounts them", () => {
    const mounting = found.filter(
      ([, one]) => /"name": "railyard-authorities"/.test(String(one.values[0])) && valuesOf(one).objects === undefined,
    );
    expect(mounting.map(([, { name }]) => name as string).sort()).toEqual([
      "aws-load-balancer-controller",
      "cert-manager",
      "cloudwatch-exporter",
      "gpu-operator",
      "kube-prometheus-stack",
    ]);
    for (const [, one] of mounting)
      expect(one.depends_on).toEqual(expect.arrayContaining(maps.map(([id]) => `helm_release.${id}`)));
  });

  test("are nowhere where config names none", () => {
    expect(releases({}).map(([, { name }]) => name as string)).not.toContain("railyard-authorities");
  });
});

describe("images that jobs run from", () => {
  const image = `nvcr.io/nvidia/pytorch:25.06-py3@sha256:${"1".repeat(64)}`;
  const releases = (change: Change): Record<string, Json> =>
    Object.fromEntries(
      Object.values<Json>(synthStacks(sample(change).env)["slurm"]?.resource?.helm_release ?? {}).map((release) => [
        release.name,
        valuesOf(release),
      ]),
    );
  const withImages = releases({
    ...OUTBOUND,
    platform: { images: { mirrors: { "ghcr.io": "registry.example.com/ghcr" } } },
    slurm: { containers: { kind: "pyxis", images: { pytorch: image }, credentialsSecretName: "pull" } },
  });

  test("are imported once onto the first volume, through the proxy, by the image of slurmd at its mirror", () => {
    const [files, job] = withImages["slurm-images"].objects;
    expect(files.data.images).toBe(`pytorch ${image}\n`);
    const [container] = job.spec.template.spec.containers;
    expect(container.image).toMatch(/^registry\.example\.com\/ghcr\/slinkyproject\/slurmd-pyxis:/);
    expect(container.env).toContainEqual({ name: "https_proxy", value: "http://proxy.example.com:3128" });
    expect(files.data["import-images.sh"]).toContain("/fsx/images");
  });

  test("are nobody's job where config names none", () => {
    expect(releases({})).not.toHaveProperty("slurm-images");
  });

  test("are pulled with the credentials of the Secret, which slurmd pods mount and do not wait for", () => {
    const { podSpec, slurmd } = withImages["slurm"].nodesets.h100;
    expect(podSpec.volumes).toContainEqual(
      expect.objectContaining({ secret: expect.objectContaining({ secretName: "pull", optional: true }) as object }),
    );
    expect(slurmd.volumeMounts).toContainEqual({
      name: "enroot-credentials",
      mountPath: "/opt/railyard-enroot",
      readOnly: true,
    });
  });
});
