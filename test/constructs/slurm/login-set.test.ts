import { loginSet, type SlurmLogin } from "../../../constructs/slurm/login-set";
import type { Json } from "../../helpers/synth";

const built = (login: SlurmLogin, shared = true, serviceAccountName?: string, keysSecretName?: string): Json =>
  loginSet({
    ...(keysSecretName !== undefined && { keysSecretName }),
    login,
    scriptsConfigMap: "scripts",
    shared: shared ? [{ name: "shared", claimName: "lustre", mountPath: "/fsx" }] : [],
    image: { repository: "login", tag: "1" },
    placement: { nodeSelector: { role: "system" }, tolerations: [] },
    ...(serviceAccountName !== undefined && { serviceAccountName }),
  });

test("runs as the account with the role of jobs, where there is one", () => {
  const login = { kind: "internal", replicas: 1 } as const;
  expect(built(login).podSpec).not.toHaveProperty("serviceAccountName");
  expect(built(login, true, "jobs").podSpec.serviceAccountName).toBe("jobs");
});

test("mounts a Secret with keys for root alone, and starts without it", () => {
  const login = { kind: "internal", replicas: 1 } as const;
  const mounted = ({ login: { volumeMounts } }: Json) => volumeMounts.filter(({ name }: Json) => name === "user-keys");
  expect(mounted(built(login))).toEqual([]);
  const with_ = built(login, true, undefined, "people");
  expect(mounted(with_)).toEqual([{ name: "user-keys", mountPath: "/opt/railyard-user-keys", readOnly: true }]);
  expect(with_.podSpec.volumes).toContainEqual({
    name: "user-keys",
    secret: { secretName: "people", optional: true, defaultMode: 0o400 },
  });
});

const SCHEME = "service.beta.kubernetes.io/aws-load-balancer-scheme";

describe("loginSet", () => {
  test("is not there for none", () => {
    expect(built({ kind: "none" })).toBeNull();
  });

  test("stands behind an internal load balancer", () => {
    const { service, replicas } = built({ kind: "internal", replicas: 2 });
    expect(replicas).toBe(2);
    expect(service.metadata.annotations[SCHEME]).toBe("internal");
    expect(service.spec).toEqual({ type: "LoadBalancer", loadBalancerClass: "service.k8s.aws/nlb" });
  });

  test("lets only the named blocks in from the internet", () => {
    const { service } = built({ kind: "internet", replicas: 1, allowedCidrs: ["203.0.113.0/24"] });
    expect(service.metadata.annotations[SCHEME]).toBe("internet-facing");
    expect(service.spec.loadBalancerSourceRanges).toEqual(["203.0.113.0/24"]);
  });

  test("fails on the internet without blocks: everybody would be let in", () => {
    expect(() => built({ kind: "internet", replicas: 1, allowedCidrs: [] })).toThrow(/allowedCidrs/);
  });

  test("takes keys only, and keeps silent sessions alive", () => {
    const { extraSshdConfig } = built({ kind: "internal", replicas: 1 });
    expect(extraSshdConfig).toContain("PasswordAuthentication no\n");
    expect(extraSshdConfig).toContain("ClientAliveInterval 120\n");
    // those of config: not what lies in a home, and nobody as root
    expect(extraSshdConfig).toContain("AuthorizedKeysFile /etc/ssh/authorized_keys.d/%u\n");
    expect(extraSshdConfig).toContain("PermitRootLogin no\n");
  });

  test("goes to system nodes, with the launcher and the shared file system where there is one", () => {
    const { podSpec, login } = built({ kind: "internal", replicas: 1 });
    expect(podSpec.nodeSelector).toEqual({ role: "system" });
    expect(login.volumeMounts.map((m: Json) => m.mountPath)).toEqual([
      "/opt/railyard",
      "/opt/railyard-users",
      "/etc/supervisor/conf.d/railyard-users.conf",
      "/fsx",
    ]);
    expect(built({ kind: "internal", replicas: 1 }, false).podSpec.volumes.map((v: Json) => v.name)).toEqual([
      "railyard",
      "users",
      "users-service",
    ]);
  });
});
