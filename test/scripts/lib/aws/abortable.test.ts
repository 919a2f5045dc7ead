import { createServer, type AddressInfo } from "node:net";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { abortable } from "../../../../scripts/lib/aws/abortable";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { canned } from "../../commands/adopt/canned";

test("a call to a server that is silent ends with the signal", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: "testing", AWS_SECRET_ACCESS_KEY: "testing" });
  const controller = new AbortController();
  silent.once("connection", () => controller.abort(new Error("stopped")));
  try {
    const aws = abortable(awsAccess({ region: "us-east-1", env: process.env }), controller.signal);
    const call = aws.client(STSClient).send(new GetCallerIdentityCommand());
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  } finally {
    silent.close();
    for (const [name, value] of Object.entries({ AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
});

test("other calls are answered, and the client is what it was", async () => {
  const answers = canned({ GetCallerIdentity: { Account: "111122223333", Arn: "arn:aws:iam::111122223333:user/me" } });
  const plain = awsAccess({ region: "eu-west-1", env: {}, answers: { ...answers, replays: true } });
  const aws = abortable(plain, new AbortController().signal);
  expect((await aws.client(STSClient).send(new GetCallerIdentityCommand())).Account).toBe("111122223333");
  expect(aws.region).toBe("eu-west-1");
  expect(aws.client(STSClient).config).toBe(plain.client(STSClient).config);
});
