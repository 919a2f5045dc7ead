import { parseAllDocuments } from "yaml";
import { fabricJobs } from "../../../../scripts/commands/fabric-job/fabric-jobs";
import { NCCL_TESTS_EFA, NCCL_TESTS_RDMA } from "../../../../config/facts/nccl";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import { NOW, sample } from "../../../helpers/environment";

const loadShipped = (name: string) => loadWritten([name], NOW)[0]!;

const jobs = (change: Record<string, unknown> = {}) => fabricJobs(sample(change).env, "image:1");

describe("fabricJobs", () => {
  test("has a job of Slurm and one of Trainer for each EFA group", () => {
    const [h100, ...more] = jobs();
    expect(more).toEqual([]);
    expect(h100).toMatchObject({ group: "h100", arch: "amd64", nodes: 4, floorGBps: 320 });
    expect(Object.keys(h100?.files ?? {})).toEqual(["fabric-h100.sbatch", "fabric-h100.trainjob.yaml"]);
    expect(h100?.files["fabric-h100.sbatch"]).toContain("#SBATCH --partition=train\n");
  });

  test("takes the image of the fabric from the mirrors of the environment, and one that somebody names as it is", () => {
    const mirrors = { "*": "registry.example.com/mirror" };
    const { env } = sample({ platform: { images: { mirrors } } });
    const [job] = fabricJobs(env, null);
    expect(job?.image).toBe(`registry.example.com/mirror/${NCCL_TESTS_EFA.name}`);
    for (const text of Object.values(job?.files ?? {}))
      expect(text.replace("registry.example.com#", "registry.example.com/")).toContain(job!.image);
    expect(fabricJobs(env, "image:1")[0]?.image).toBe("image:1");
  });

  test("asks for all EFA devices that the group has, and huge pages with them", () => {
    const [runtime] = parseAllDocuments(jobs()[0]?.files["fabric-h100.trainjob.yaml"] ?? "").map((d) => d.toJS());
    const [node] = runtime.spec.template.spec.replicatedJobs;
    expect(node.template.spec.template.spec.containers[0].resources.limits).toEqual({
      "nvidia.com/gpu": "8",
      "vpc.amazonaws.com/efa": "32",
      "hugepages-2Mi": "5120Mi",
    });
  });

  test.each([
    ["iron", "dgx", /^nvidia\.com\/dgx_rail_\d$/, "IB"],
    ["ethernet", "h200", /^nvidia\.com\/h200_rail_\d$/, "RoCE"],
  ])("on %s asks for a card of each rail, by the networks of the pool", (name, pool, request, link) => {
    const { resolved } = loadShipped(name);
    const [job] = fabricJobs(resolved, null).filter(({ group }) => group === pool);
    expect(job).toMatchObject({ image: NCCL_TESTS_RDMA.name, imageFits: true, floorGBps: null });
    const [runtime] = parseAllDocuments(job?.files[`fabric-${pool}.trainjob.yaml`] ?? "").map((d) => d.toJS());
    const [node, launcher] = runtime.spec.template.spec.replicatedJobs;
    const { metadata, spec } = node.template.spec.template;
    const { limits } = spec.containers[0].resources;
    expect(Object.keys(limits).filter((key) => request.test(key))).toHaveLength(8);
    expect(Object.keys(limits).filter((key) => key.includes("efa") || key.includes("hugepages"))).toEqual([]);
    expect(metadata.annotations["k8s.v1.cni.cncf.io/networks"].split(",")).toHaveLength(8);
    expect(launcher.template.spec.template.metadata).toBeUndefined();
    const texts = Object.values(job?.files ?? {});
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).not.toContain("FI_PROVIDER");
      expect(text).toContain("NCCL_SOCKET_IFNAME==eth0");
      expect(text).toContain(`NET/IB : Using .*/${link}`);
      expect(text).toMatch(/ghcr\.io[/#]coreweave\/nccl-tests/);
    }
  });

  test("takes an image that somebody names in place of the fabric's, and knows nothing of it", () => {
    expect(jobs()[0]).toMatchObject({ image: "image:1", imageFits: null });
    expect(fabricJobs(sample().env, null)[0]).toMatchObject({ image: NCCL_TESTS_EFA.name });
  });

  test("says what a shell would read as more than a word in quotes", () => {
    const { resolved } = loadShipped("iron");
    const odd = resolved.nodeGroups.map((group) => ({
      ...group,
      fabric: { ...group.fabric, ncclEnv: { NCCL_IB_HCA: "$(touch /tmp/x) 'a" } },
    }));
    const [job] = fabricJobs({ ...resolved, nodeGroups: odd } as typeof resolved, null);
    expect(job?.files["fabric-dgx.sbatch"]).toContain(`'NCCL_IB_HCA=$(touch /tmp/x) '\\''a'`);
  });

  test("measures two nodes against the figure of two", () => {
    expect(jobs({ nodeGroups: { h100: { nodes: 2 } } })[0]).toMatchObject({ nodes: 2, floorGBps: 413 });
  });

  test("only reports where no floor is known", () => {
    const [job] = jobs({ nodeGroups: { h100: { nodes: 2, instanceType: "p5en.48xlarge" } } });
    expect(job?.floorGBps).toBeNull();
    expect(job?.files["fabric-h100.sbatch"]).toContain("FABRIC MEASURED");
  });

  test("has no Slurm job for a group without a partition", () => {
    expect(Object.keys(jobs({ slurm: null })[0]?.files ?? {})).toEqual(["fabric-h100.trainjob.yaml"]);
  });

  describe("where NVLink spans nodes", () => {
    const [fabric, nvlink, ...more] = jobs({
      nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge", nodes: 18, fabric: { kind: "efa" } } },
    });
    const kinds = (text = "") => parseAllDocuments(text).map((one) => one.toJS().kind);

    test("proves the fabric without NVLink between nodes, on a few nodes", () => {
      expect(fabric).toMatchObject({ nodes: 4 });
      expect(fabric?.files["fabric-h100.sbatch"]).toContain("NCCL_MNNVL_ENABLE=0");
      expect(kinds(fabric?.files["fabric-h100.trainjob.yaml"])).not.toContain("ComputeDomain");
    });

    test("proves NVLink over all GPUs of a domain", () => {
      expect([nvlink?.nodes, more]).toEqual([18, []]);
      const script = nvlink?.files["nvlink-h100.sbatch"];
      expect(script).toContain("NCCL_MNNVL_ENABLE=1");
      expect(script).toContain("cliqueSize 72");
      expect(script).toContain("#SBATCH --job-name=nvlink-h100\n");
      expect(kinds(nvlink?.files["nvlink-h100.trainjob.yaml"])).toContain("ComputeDomain");
    });
  });

  test("has nothing for one node and for groups without EFA", () => {
    expect(jobs({ nodeGroups: { h100: { nodes: 1 } } })).toEqual([]);
    expect(jobs({ nodeGroups: { h100: { fabric: { kind: "none" } } } })).toEqual([]);
  });
});
