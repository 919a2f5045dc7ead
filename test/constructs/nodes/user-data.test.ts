import { userData } from "../../../constructs/nodes/user-data";

const script = (text: string, name = "10-a.sh") => ({ name, text });

describe("userData", () => {
  test("puts the NodeConfig first and every script in a part of its own", () => {
    expect(userData("{}\n", [script("#!/bin/sh\n", "10-a.sh"), script("#!/bin/sh\n", "20-b.sh")])).toBe(
      [
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="railyard-node-user-data"',
        "",
        "--railyard-node-user-data",
        "Content-Type: application/node.eks.aws",
        "",
        "{}",
        "",
        "--railyard-node-user-data",
        'Content-Type: text/x-shellscript; charset="us-ascii"',
        'Content-Disposition: attachment; filename="10-a.sh"',
        "",
        "#!/bin/sh",
        "",
        "--railyard-node-user-data",
        'Content-Type: text/x-shellscript; charset="us-ascii"',
        'Content-Disposition: attachment; filename="20-b.sh"',
        "",
        "#!/bin/sh",
        "",
        "--railyard-node-user-data--",
        "",
      ].join("\n"),
    );
  });

  test("takes what fits beside the part of EKS", () => {
    const around = userData("{}", [script("")]).length;
    const fits = 13 * 1024 - around;
    expect(userData("{}", [script("x".repeat(fits))])).toHaveLength(13 * 1024);
    expect(() => userData("{}", [script("x".repeat(fits + 1))])).toThrow("13313 bytes, at most 13312 fit");
  });

  test("leaves the size to EC2 when only Terraform knows the values", () => {
    expect(() => userData("${TfToken[TOKEN.1]}", [script("x".repeat(14 * 1024))])).not.toThrow();
  });

  test.each([
    ["é", '"é"'],
    ["a\r\nb", '"\\r"'],
    ["\u2028", "10-a.sh"],
  ])("fails on %j, a byte that is not ASCII text", (text, message) => {
    expect(() => userData("{}", [script(text)])).toThrow(message);
  });

  test("fails when a part would end another", () => {
    expect(() => userData("{}", [script("--railyard-node-user-data\n")])).toThrow("which separates parts");
  });
});
