import { awsOf } from "../../../config/sites/aws-eks/environment";
import { gzipSync } from "node:zlib";
import { created, deleted, replaced, updated, type Planned } from "../../helpers/plan";
import { reviewed } from "../../helpers/reviewed";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

describe("secrets", () => {
  const SECRET = ["hunter2", "-planted"].join("");
  const script = `#!/bin/bash\nexport A_TOKEN=${SECRET}\n`;
  const mime = `Content-Type: multipart/mixed; boundary="B"\n\n--B\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${base64(script)}\n--B--\n`;
  const policy = JSON.stringify({
    Statement: { Effect: "Allow", Action: "*", Resource: "*", Condition: { StringEquals: { "aws:token": SECRET } } },
  });
  const places: readonly (readonly [string, Record<string, unknown>, object | undefined])[] = (
    [
      ["an attribute that is sensitive", { plain: SECRET }, { plain: true }],
      ["a password", { password: SECRET }],
      ["a map of variables", { environment: [{ variables: { DB_PASSWORD: SECRET } }] }],
      ["a list of variables", { env: [{ name: "A_TOKEN", value: SECRET }] }],
      ["a URL", { url: `https://me:${SECRET}@example.com` }],
      ["Helm values", { name: "slurm", values: [JSON.stringify({ controller: { password: SECRET }, a: 1 })] }],
      ["Helm values in YAML", { name: "gpu-operator", values: [`driver:\n  token: ${SECRET}\n`] }],
      ["user data", { name: "t", user_data: base64(script) }],
      ["packed user data", { name: "t", user_data: base64(gzipSync(script)) }],
      ["a part of user data", { name: "t", user_data: base64(mime) }],
      ["a policy", { name: "r", policy }],
      ["tags", { tags: { Name: `token=${SECRET}` } }],
      ["a name", { name: `token=${SECRET}`, bucket: `token=${SECRET}`, node_group_name: `token=${SECRET}` }],
      ["a description", { description: `password: ${SECRET}`, security_group_id: "sg", from_port: 988, to_port: 988 }],
      ["a label", { labels: { "railyard.dev/node-group": `token=${SECRET}` } }],
    ] as readonly [string, Record<string, unknown>, object?][]
  ).map(([place, values, sensitive]) => [place, values, sensitive] as const);
  const types = [
    "aws_made_up",
    "aws_s3_bucket",
    "aws_eks_node_group",
    "aws_launch_template",
    "helm_release",
    "aws_iam_role_policy",
    "aws_vpc_security_group_ingress_rule",
  ];
  const forms: readonly [string, (address: string, values: Record<string, unknown>, sensitive?: object) => Planned][] =
    [
      ["made", (address, values, afterSensitive) => created(address, values, { afterSensitive })],
      ["destroyed", (address, values, beforeSensitive) => deleted(address, values, { beforeSensitive })],
      [
        "changed away",
        (address, values, beforeSensitive) =>
          updated(address, values, Object.fromEntries(Object.keys(values).map((key) => [key, null])), {
            beforeSensitive,
          }),
      ],
      ["changed to", (address, values, afterSensitive) => updated(address, { id: "x" }, values, { afterSensitive })],
      ["replaced by", (address, values, afterSensitive) => replaced(address, { id: "x" }, values, { afterSensitive })],
      [
        "left behind",
        (address, values, beforeSensitive) =>
          updated(address, values, { more: "x" }, { beforeSensitive, afterSensitive: beforeSensitive }),
      ],
    ];

  test.each(places)("none shows in %s, whatever is done to it", (_, values, sensitive) => {
    const encoded = [
      SECRET,
      base64(script).slice(20, 60),
      base64(gzipSync(script)),
      JSON.stringify(values).includes("B--") ? base64(script) : SECRET,
    ];
    for (const type of types) {
      for (const [how, make] of forms) {
        const one = reviewed({ plans: { nodes: [make(`${type}.a`, values, sensitive)] } });
        const text = JSON.stringify({ how, ...one, before: null, after: null });
        for (const secret of encoded) expect(text).not.toContain(secret);
      }
    }
  });

  test("none shows in the environments themselves", () => {
    const escape = (secret: string) => ({
      platform: {
        helmValues: { slurm: { controller: { adminPassword: secret }, env: [{ name: "A_TOKEN", value: secret }] } },
      },
      nodeGroups: { h100: { bootScript: `export A_TOKEN=${secret}\n`, nodeadm: { kubelet: { token: secret } } } },
    });
    const one = reviewed({ before: escape(SECRET), after: escape(`${SECRET}2`) });
    expect(JSON.stringify(one)).not.toContain(SECRET);
    expect(ec2Groups(awsOf(one.before)!)[0]?.machines.boot.script).toBe("export A_TOKEN=(secret)\n");
    // all else is as it was
    expect(one.after?.names.cluster).toBe("sample");
    expect(one.after?.nodeGroups[0]?.count.max).toBe(4);
    expect(one.after?.origins).toBeInstanceOf(Map);
  });
});
