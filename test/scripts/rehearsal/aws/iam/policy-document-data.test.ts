import { POLICY_DOCUMENT_DATA } from "../../../../../scripts/rehearsal/aws/iam/policy-document-data";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";

const READ = { sid: "Read", actions: ["s3:GetObject", "s3:ListBucket"], resources: ["arn:aws:s3:::a/*"] };
const read = (config: Attributes) => POLICY_DOCUMENT_DATA["aws_iam_policy_document"]!.read(config, fakeCloud());
const json = (config: Attributes) =>
  JSON.parse((read(config) as Attributes)["json"] as string) as Record<string, unknown>;
const document = (...Statement: object[]) => JSON.stringify({ Version: "2008-10-17", Statement });

test("writes a document as the provider does", () => {
  const { json: text, minified_json: minified } = read({ statement: [READ] }) as Attributes;
  expect(text).toBe(
    [
      "{",
      '  "Version": "2012-10-17",',
      '  "Statement": [',
      "    {",
      '      "Sid": "Read",',
      '      "Effect": "Allow",',
      '      "Action": [',
      '        "s3:ListBucket",',
      '        "s3:GetObject"',
      "      ],",
      '      "Resource": "arn:aws:s3:::a/*"',
      "    }",
      "  ]",
      "}",
    ].join("\n"),
  );
  expect(minified).toBe(JSON.stringify(JSON.parse(text as string)));
});

test("has a number as its id, which is that of the text", () => {
  const id = (config: Attributes) => (read(config) as Attributes)["id"];
  expect(id({ statement: [READ] })).toMatch(/^\d+$/);
  expect(id({ statement: [READ] })).toBe(id({ statement: [{ ...READ }] }));
  expect(id({ statement: [READ] })).not.toBe(id({ statement: [] }));
});

test("writes all elements of a statement", () => {
  const statement = {
    effect: "Deny",
    not_actions: ["s3:*"],
    not_resources: ["*"],
    not_principals: [{ type: "AWS", identifiers: ["123456789012"] }],
    condition: [{ test: "Bool", variable: "aws:SecureTransport", values: ["false"] }],
  };
  expect(json({ policy_id: "own", statement: [statement] })).toEqual({
    Version: "2012-10-17",
    Id: "own",
    Statement: [
      {
        Effect: "Deny",
        NotAction: "s3:*",
        NotResource: "*",
        NotPrincipal: { AWS: "123456789012" },
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ],
  });
});

test("writes trust policies", () => {
  const principals = [{ type: "Service", identifiers: ["pods.eks.amazonaws.com"] }];
  expect(json({ statement: [{ actions: ["sts:AssumeRole"], principals }] })["Statement"]).toEqual([
    { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "pods.eks.amazonaws.com" } },
  ]);
});

test("takes any number of statements without a Sid", () => {
  const anonymous = { actions: ["s3:GetObject"], resources: ["*"] };
  const source = document({ Effect: "Allow", Action: "a:b" }, { Effect: "Allow", Action: "a:c" });
  expect(json({ source_policy_documents: [source], statement: [anonymous, anonymous] })["Statement"]).toHaveLength(4);
  expect(json({ source_policy_documents: ["{}"], statement: [anonymous] })["Statement"]).toHaveLength(1);
});

test("writes no statements where there are none", () => {
  expect(json({})).toEqual({ Version: "2012-10-17" });
});

describe("variables of IAM", () => {
  const home = { actions: ["s3:*"], resources: ["arn:aws:s3:::a/&{aws:username}"] };

  test("are written with an ampersand", () => {
    expect(json({ statement: [home] })["Statement"]).toEqual([
      { Effect: "Allow", Action: "s3:*", Resource: "arn:aws:s3:::a/${aws:username}" },
    ]);
    const condition = [{ test: "StringLike", variable: "s3:prefix", values: ["&{aws:username}/*"] }];
    expect(json({ statement: [{ ...READ, condition }] })["Statement"]).toEqual([
      expect.objectContaining({ Condition: { StringLike: { "s3:prefix": "${aws:username}/*" } } }),
    ]);
  });

  test("are refused in the old version", () => {
    expect(read({ version: "2008-10-17", statement: [home] })).toMatchObject({
      message: expect.stringContaining("&{"),
    });
    expect(json({ version: "2008-10-17", statement: [READ] })["Version"]).toBe("2008-10-17");
  });
});

describe("merging", () => {
  const sids = (config: Attributes) =>
    (json(config)["Statement"] as { Sid?: string; Action: unknown }[]).map(({ Sid, Action }) => [Sid, Action]);
  const write = { Sid: "Write", Effect: "Allow", Action: "s3:PutObject", Resource: "*" };
  const anonymous = { Effect: "Allow", Action: "s3:List", Resource: "*" };

  test("begins with the sources, in which own statements take the place of those with their Sid", () => {
    const source_policy_documents = [document({ ...write, Sid: "Read" }, anonymous), document(write)];
    expect(sids({ source_policy_documents, statement: [READ] })).toEqual([
      ["Read", ["s3:ListBucket", "s3:GetObject"]],
      [undefined, "s3:List"],
      ["Write", "s3:PutObject"],
    ]);
  });

  test("ends with the overrides, the last of which wins", () => {
    const override_policy_documents = [
      document({ ...write, Sid: "Read" }),
      document({ ...write, Sid: "Read", Action: "a:b" }, write),
    ];
    expect(sids({ override_policy_documents, statement: [READ] })).toEqual([
      ["Read", "a:b"],
      ["Write", "s3:PutObject"],
    ]);
  });

  test("has the newest version, and the last id", () => {
    const source_policy_documents = [JSON.stringify({ Version: "2012-10-17", Id: "first", Statement: [write] })];
    expect(json({ version: "2008-10-17", source_policy_documents })).toMatchObject({
      Version: "2012-10-17",
      Id: "first",
    });
    expect(json({ policy_id: "own", source_policy_documents })).toMatchObject({ Id: "own" });
  });

  test.each<[string, Attributes, RegExp]>([
    [
      "one Sid in two sources",
      { source_policy_documents: [document(write), document(write)] },
      /duplicate Sid \(Write\)/,
    ],
    ["one own Sid twice", { statement: [READ, READ] }, /duplicate Sid \(Read\)/],
    ["a source that is no JSON", { source_policy_documents: ["{"] }, /is no JSON/],
    [
      "a source with a single statement",
      { source_policy_documents: [JSON.stringify({ Statement: write })] },
      /no list/,
    ],
    ["an override that is no object", { override_policy_documents: ["[]"] }, /no list/],
    ["a Sid with blanks", { statement: [{ ...READ, sid: "a b" }] }, /alphanumeric/],
    ["another effect", { statement: [{ ...READ, effect: "allow" }] }, /effect is allow/],
    ["another version", { version: "2024-01-01", statement: [READ] }, /version is 2024-01-01/],
  ])("refuses %s", (_, config, message) => {
    expect(read(config)).toEqual({
      code: "Error",
      message: expect.stringMatching(message) as string,
      source: expect.stringMatching(/^https:/) as string,
    });
  });

  test("takes one Sid in a source and in the document itself", () => {
    expect(sids({ source_policy_documents: [document({ ...write, Sid: "Read" })], statement: [READ] })).toHaveLength(1);
  });
});
