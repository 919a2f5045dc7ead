import { ADDON_VERSIONS as PINS, KUBERNETES_VERSIONS, type KubernetesVersion } from "../../../../config/facts/versions";
import { CLUSTER_ADDONS } from "../../../../config/sites/aws-eks/cluster/resolve";
import { ADDON_VERSIONS, KUBERNETES_VERSION } from "../../../../scripts/preflight/checks/kubernetes";
import { checked } from "../../../helpers/preflight-check";
import { awsError } from "../../../helpers/pretended-aws";
import type { Change } from "../../../helpers/environment";

const CALENDAR: KubernetesVersion = KUBERNETES_VERSIONS["1.36"];

describe("the Kubernetes version", () => {
  const VERSION = {
    clusterVersion: "1.36",
    versionStatus: "STANDARD_SUPPORT",
    endOfStandardSupportDate: new Date(CALENDAR.standardSupportUntil ?? ""),
    endOfExtendedSupportDate: new Date(CALENDAR.extendedSupportUntil ?? ""),
  };
  const ask = (version: object, change: Change = {}, now?: string) =>
    checked(
      KUBERNETES_VERSION,
      {
        "EKS.DescribeClusterVersions": {
          clusterVersions: [
            { clusterVersion: "1.9", versionStatus: "UNSUPPORTED" },
            { ...VERSION, ...version },
            { clusterVersion: "1.35" },
          ],
        },
      },
      change,
      now === undefined ? undefined : new Date(now),
    );

  test("that EKS offers is good, with the ends of its support", async () => {
    expect(await ask({})).toEqual([
      {
        verdict: "ok",
        subject: "Kubernetes 1.36",
        text: "is offered: standard support until 2027-08-02, extended until 2028-08-02",
      },
    ]);
  });

  test.each([{ clusterVersion: "1.37" }, { versionStatus: "UNSUPPORTED" }])("%j is not offered", async (version) => {
    const [result] = await ask(version);
    expect(result).toMatchObject({ verdict: "failed", subject: "Kubernetes 1.36" });
    expect(result?.text).toBe(
      `EKS does not offer it in us-east-1; it offers 1.35${"clusterVersion" in version ? ", 1.37" : ""}`,
    );
  });

  test("in extended support costs more, or is upgraded by EKS where that is not wanted", async () => {
    const extended = { versionStatus: "EXTENDED_SUPPORT" };
    const [paid] = await ask(extended, { cluster: { support: "extended" } });
    expect(paid).toMatchObject({ verdict: "warning" });
    expect(paid?.text).toContain("is in extended support");
    const [refused] = await ask(extended, { cluster: { support: "standard" } });
    expect(refused?.verdict).toBe("failed");
  });

  test.each([
    ["standard", "2027-06-03T00:00:00Z", "warning", "standard support ends in 60 days"],
    ["standard", "2027-06-02T00:00:00Z", "ok", "is offered"],
    ["extended", "2027-06-03T00:00:00Z", "ok", "is offered"],
    ["extended", "2028-06-03T00:00:00Z", "warning", "extended support ends in 60 days"],
  ])("%s support seen on %s: %s", async (support, now, verdict, text) => {
    const [result] = await ask({}, { cluster: { support } }, now);
    expect(result?.verdict).toBe(verdict);
    expect(result?.text).toContain(text);
  });

  test("whose calendar is another than the facts say is told", async () => {
    const [, differs] = await ask({ endOfStandardSupportDate: new Date("2027-09-01") });
    expect(differs).toMatchObject({ verdict: "warning" });
    expect(differs?.text).toBe(
      "EKS says that support ends on 2027-09-01 and 2028-08-02; config/facts/versions.ts says 2027-08-02 and 2028-08-02",
    );
  });

  test("without dates is offered, and until when is unknown", async () => {
    const results = await ask({ endOfStandardSupportDate: undefined, endOfExtendedSupportDate: undefined });
    expect(results.map(({ verdict, text }) => [verdict, text])).toEqual([
      [
        "unknown",
        "is offered; when support ends, EKS does not say: standard support until unknown, extended until unknown",
      ],
    ]);
  });

  test("that may not be asked for is thrown on", async () => {
    const denied = { "EKS.DescribeClusterVersions": awsError("AccessDeniedException") };
    await expect(checked(KUBERNETES_VERSION, denied)).rejects.toThrow("AccessDeniedException");
  });
});

describe("add-ons", () => {
  const on = (clusterVersion: string, defaultVersion = false) => [{ clusterVersion, defaultVersion }];
  const COREDNS = PINS.coredns.versions["1.36"];

  interface Version {
    readonly addonVersion: string;
    readonly compatibilities: { clusterVersion: string; defaultVersion: boolean }[];
  }

  /** CoreDNS has some versions; every other add-on has its pinned one. */
  const ask = (versions: readonly Version[], change: Change = {}) =>
    checked(
      ADDON_VERSIONS,
      {
        "EKS.DescribeAddonVersions": ({
          addonName,
          kubernetesVersion,
        }: {
          addonName: keyof typeof PINS;
          kubernetesVersion: string;
        }) => {
          const known: Readonly<Record<string, string>> = PINS[addonName].versions;
          const pinned = {
            addonVersion: known[kubernetesVersion] ?? "v1.0.0",
            compatibilities: on(kubernetesVersion, true),
          };
          return { addons: [{ addonVersions: addonName === "coredns" ? versions : [pinned] }] };
        },
      },
      change,
    );
  const coredns = async (...versions: Version[]) => (await ask(versions)).find(({ subject }) => subject === "coredns");

  test("whose pinned version is the newest are good, each of the cluster's", async () => {
    const results = await ask([{ addonVersion: COREDNS, compatibilities: on("1.36", true) }]);
    expect(results.map(({ subject }) => subject)).toEqual([...CLUSTER_ADDONS]);
    expect(results.map(({ verdict }) => verdict)).toEqual(CLUSTER_ADDONS.map(() => "ok"));
    expect(results.find(({ subject }) => subject === "coredns")?.text).toBe(`${COREDNS} is the newest`);
  });

  test("with a newer version are good, and it is said; numbers are compared as numbers", async () => {
    const result = await coredns(
      { addonVersion: "v1.14.7-eksbuild.9", compatibilities: on("1.36") },
      { addonVersion: "v1.14.10-eksbuild.1", compatibilities: on("1.36") },
      { addonVersion: COREDNS, compatibilities: on("1.36", true) },
    );
    expect(result).toMatchObject({ verdict: "ok", text: `${COREDNS}; newest is v1.14.10-eksbuild.1` });
  });

  test("whose pinned version EKS has for another minor alone fail", async () => {
    const result = await coredns(
      { addonVersion: COREDNS, compatibilities: on("1.35") },
      { addonVersion: "v1.14.6-eksbuild.4", compatibilities: on("1.36", true) },
      { addonVersion: "v1.14.8-eksbuild.1", compatibilities: on("1.36") },
    );
    expect(result).toMatchObject({ verdict: "failed", fix: "Pin v1.14.6-eksbuild.4 in config/facts/versions.ts." });
    expect(result?.text).toContain(
      `EKS has no ${COREDNS} for Kubernetes 1.36; its default is v1.14.6-eksbuild.4, the newest v1.14.8`,
    );
  });

  test("without any version for the minor fail", async () => {
    expect(await coredns()).toMatchObject({ verdict: "failed", text: "EKS has no version for Kubernetes 1.36" });
  });

  test("that are not pinned get EKS's default", async () => {
    const results = await ask([{ addonVersion: "v1.14.6-eksbuild.4", compatibilities: on("1.35", true) }], {
      cluster: { version: "1.35" },
    });
    const agent = results.find(({ subject }) => subject === "eks-node-monitoring-agent");
    expect(agent).toMatchObject({ verdict: "ok", text: "no version is pinned; EKS's default is v1.0.0" });
  });

  test("that may not be asked for are thrown on", async () => {
    const denied = { "EKS.DescribeAddonVersions": awsError("AccessDeniedException") };
    await expect(checked(ADDON_VERSIONS, denied)).rejects.toThrow("AccessDeniedException");
  });
});
