import { TerraformOutput, TerraformVariable } from "cdktf";
import { imagePlan, type NodeImage } from "../../../constructs/nodes/node-image";
import { synthStack } from "../../helpers/synth";
import { evaluateBase64 } from "../../helpers/terraform-base64";

const decode = (text: string | undefined): string => Buffer.from(text ?? "", "base64").toString("utf8");

/** The user data of a custom image whose cluster is only known to Terraform, with values put in. */
function evaluated(kind: "custom-al2023" | "custom-bottlerocket"): string {
  const json = synthStack((stack) => {
    const token = (name: string) => new TerraformVariable(stack, name, {}).stringValue;
    const cluster = {
      name: "c",
      apiServerEndpoint: token("endpoint"),
      certificateAuthority: token("ca"),
      serviceCidr: token("cidr"),
    };
    const image: NodeImage = { kind, imageId: "ami-1", cluster };
    new TerraformOutput(stack, "out", { value: imagePlan(image, 32).userData });
  });
  return evaluateBase64(json.output.out.value, {
    "var.endpoint": "https://k8s",
    "var.ca": "LS0t",
    "var.cidr": "10.100.0.0/16",
  });
}

describe("imagePlan", () => {
  test("names the AMI type and its versions to the node group", () => {
    const plan = imagePlan(
      { kind: "al2023", amiType: "AL2023_x86_64_NVIDIA", releaseVersion: "1.34.2-20260715", kubernetesVersion: "1.34" },
      0,
    );
    expect(plan).toMatchObject({ family: "al2023", imageId: undefined });
    expect(plan.nodeGroup).toEqual({
      amiType: "AL2023_x86_64_NVIDIA",
      releaseVersion: "1.34.2-20260715",
      version: "1.34",
    });
  });

  test("gives an image of EKS user data without the cluster, already encoded", () => {
    const plan = imagePlan({ kind: "al2023", amiType: "AL2023_x86_64_NVIDIA", boot: { maxPods: 51 } }, 32);
    expect(decode(plan.userData)).toContain('"maxPods": 51');
    expect(decode(plan.userData)).toContain("30-hugepages.sh");
    expect(decode(plan.userData)).not.toContain("certificateAuthority");
  });

  test("writes TOML for Bottlerocket, and nothing when nothing is set", () => {
    const image = { kind: "bottlerocket", amiType: "BOTTLEROCKET_x86_64_NVIDIA" } as const;
    const plan = imagePlan({ ...image, settings: { maxPods: 51 } }, 32);
    expect(plan.family).toBe("bottlerocket");
    expect(decode(plan.userData)).toBe("[settings.kubernetes]\nmax-pods = 51\n");
    expect(imagePlan(image, 32).userData).toBeUndefined();
  });

  test.each(["custom-al2023", "custom-bottlerocket"] as const)("says neither AMI type nor version for %s", (kind) => {
    const cluster = { name: "c", apiServerEndpoint: "e", certificateAuthority: "a", serviceCidr: "10.0.0.0/16" };
    const plan = imagePlan({ kind, imageId: "ami-1", cluster }, 0);
    expect(plan.imageId).toBe("ami-1");
    expect(plan.nodeGroup).toEqual({});
    expect(plan.family).toBe(kind.slice("custom-".length));
  });

  test("tells a custom AL2023 image of a cluster that only Terraform knows, scripts intact", () => {
    const text = evaluated("custom-al2023");
    const config = JSON.parse(text.slice(text.indexOf("{"), text.indexOf("\n}\n") + 2));
    expect(config.spec.cluster).toEqual({
      name: "c",
      apiServerEndpoint: "https://k8s",
      certificateAuthority: "LS0t",
      cidr: "10.100.0.0/16",
    });
    expect(text).toContain(`trap 'log "FAILED at line $LINENO: $BASH_COMMAND"' ERR`);
    expect(text.endsWith("--railyard-node-user-data--\n")).toBe(true);
  });

  test("tells a custom Bottlerocket image of a cluster that only Terraform knows", () => {
    expect(evaluated("custom-bottlerocket")).toBe(
      '[settings.kubernetes]\napi-server = "https://k8s"\ncluster-certificate = "LS0t"\ncluster-name = "c"\n',
    );
  });
});
