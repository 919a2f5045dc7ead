import { NODE_BOOT_RULES } from "../../../../../config/sites/aws-eks/nodes/boot-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const nodeadm = (value: Record<string, unknown>) => group("h100", { nodeadm: value });

/** Not one real key among them: put together, so that no scanner takes them for one. */
const join = (...parts: string[]) => parts.join("");

ruleCases(NODE_BOOT_RULES, {
  "nodes/nodeadm-conflict": {
    severity: "warning",
    trips: [
      {
        when: "a number of pods beside the key for it",
        change: nodeadm({ kubelet: { config: { maxPods: 200 } } }),
        at: groupAt("h100", "nodeadm", "kubelet", "config", "maxPods"),
        message: ["kubelet.config.maxPods", "key maxPods (51)"],
        fix: ["set maxPods"],
      },
      {
        when: "a strategy for disks beside the key for it",
        change: nodeadm({ instance: { localStorage: { strategy: "Mount" } } }),
        at: groupAt("h100", "nodeadm", "instance", "localStorage"),
        message: ["instance.localStorage", `key localStorage ("raid0")`],
        fix: ["set localStorage"],
      },
      {
        when: "flags beside the keys for them",
        change: nodeadm({ kubelet: { flags: ["--v=2", "--node-labels=a=b"] } }),
        at: groupAt("h100", "nodeadm", "kubelet", "flags"),
        message: ["--node-labels=a=b", "key labels"],
        fix: ["set labels"],
      },
    ],
    passes: [
      {
        when: "what has no key",
        change: nodeadm({ kubelet: { config: { topologyManagerPolicy: "restricted" }, flags: ["--v=2"] } }),
      },
    ],
  },
  "nodes/nodeadm-cluster": {
    severity: "error",
    trips: [
      {
        when: "another cluster",
        change: nodeadm({ cluster: { name: "other" } }),
        at: groupAt("h100", "nodeadm", "cluster"),
        message: ["cluster (name)"],
        fix: ["remove nodeadm.cluster"],
      },
    ],
    passes: [{ when: "anything beside the cluster", change: nodeadm({ featureGates: { FastImagePull: true } }) }],
  },
  "nodes/boot-script-text": {
    severity: "error",
    trips: [
      {
        when: "an umlaut",
        change: group("h100", { bootScript: "#!/bin/sh\n# für alle\n" }),
        at: groupAt("h100", "bootScript"),
        message: ['line 2 of bootScript has "ü"'],
      },
      {
        when: "CRLF",
        change: group("h100", { bootScript: "#!/bin/sh\r\ntrue\r\n" }),
        at: groupAt("h100", "bootScript"),
        message: ["line 1 of bootScript has CR at its end"],
        fix: ["LF"],
      },
    ],
    passes: [{ when: "ASCII with LF and tabs", change: group("h100", { bootScript: "#!/bin/sh\n\ttrue # ~\n" }) }],
  },
  "nodes/boot-size": {
    severity: "error",
    trips: [
      {
        when: "a script of 13,313 bytes",
        change: group("h100", { bootScript: "x".repeat(13_313) }),
        at: groupAt("h100", "bootScript"),
        message: ["13313 bytes, and 13312 fit"],
        fix: ["bucket"],
      },
      {
        when: "nodeadm of 14,000 bytes",
        change: nodeadm({ containerd: { config: "x".repeat(14_000) } }),
        at: groupAt("h100", "nodeadm"),
        message: ["13312 fit"],
      },
    ],
    passes: [{ when: "13,312 bytes", change: group("h100", { bootScript: "x".repeat(13_312) }) }],
  },
  "nodes/boot-script-secret": {
    severity: "error",
    trips: [
      {
        when: "a secret in nodeadm",
        change: nodeadm({ containerd: { config: join("-----BEGIN RSA PRIVATE", " KEY-----") } }),
        at: groupAt("h100", "nodeadm"),
        message: ["nodeadm looks like it holds a private key"],
        fix: ["Secrets Manager"],
      },
    ],
    passes: [
      {
        when: "scripts that fetch their secrets",
        change: group("h100", {
          bootScript: [
            "#!/bin/bash",
            'TOKEN="$(curl -sX PUT http://169.254.169.254/latest/api/token)"',
            "WANDB_API_KEY=`aws secretsmanager get-secret-value --secret-id wandb`",
            "PASSWORD=$(cat /run/secrets/db)",
            "API_KEY=arn:aws:secretsmanager:us-east-1:111122223333:secret:wandb",
            "SECRET=/run/secrets/token",
            "git clone https://user:${TOKEN}@example.com/x.git",
            'export token=""',
          ].join("\n"),
        }),
      },
    ],
  },
});

test.each([
  ["an AWS access key", join("export AWS_ACCESS_KEY_ID=", "AKIA", "IOSFODNN7EXAMPLE")],
  ["an AWS secret key", join("aws_secret_access", "_key = ", "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY")],
  ["a private key", join("-----BEGIN OPENSSH PRIVATE", " KEY-----")],
  ["a GitHub token", join("curl -H x:", "ghp", "_0123456789abcdefghijABCDEFGHIJ012345")],
  ["a GitLab token", join("login ", "glpat", "-0123456789abcdefghij")],
  ["a Hugging Face token", join("login ", "hf", "_abcdefghijklmnopqrstuvwxyzABCDEFGH")],
  ["an NGC key", join("login ", "nvapi", "-0123456789abcdefghij0123")],
  ["a Slack token", join("notify ", "xoxb", "-0123456789-abcdef")],
  ["a password in a URL", join("git clone https://user:", "hunter2hunter2", "@example.com/x.git")],
  ["a password or token", join("export WANDB_API_KEY=", "0123456789abcdef")],
  ["a password or token", join('db_password = "', 'correcthorse"')],
])("%s in a boot script is found, and not repeated: %#", (name, line) => {
  const secret = line.split(/[\s=:]+/).at(-1) ?? line;
  const found = violations(
    ruleOf(NODE_BOOT_RULES, "nodes/boot-script-secret"),
    group("h100", { bootScript: `#!/bin/bash\n${line}\n` }),
  );
  expect(found.map((v) => v.path)).toEqual([groupAt("h100", "bootScript")]);
  expect(found[0]?.message).toBe(`line 2 of bootScript looks like it holds ${name}`);
  expect(JSON.stringify(found)).not.toContain(secret);
});
