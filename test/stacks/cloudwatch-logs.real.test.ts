import { sample } from "../helpers/environment";
import { collectorIsPresent, criLine, NodeWithLogs } from "../helpers/log-collector";
import { describeWithMoto } from "../helpers/moto";
import { eventually } from "../helpers/eventually";

const { env } = sample({
  logs: { to: { kind: "cloudwatch" }, nodes: false, exceptNamespaces: ["secret-team"] },
});
const GROUP = "/railyard/sample/pods";
const PROPS = {
  name: env.name,
  logs: env.logs,
  subjects: ["pods"] as const,
  writer: { region: "us-east-1", groups: { pods: GROUP } },
};

async function ask<Answer>(action: string, body: object): Promise<Answer> {
  const answer = await fetch(process.env["AWS_ENDPOINT_URL"]!, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `Logs_20140328.${action}`,
      authorization:
        "AWS4-HMAC-SHA256 Credential=testing/20260101/us-east-1/logs/aws4_request, SignedHeaders=host, Signature=0",
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${action}: ${text}`);
  return (text === "" ? {} : JSON.parse(text)) as Answer;
}

const groups = async (): Promise<string[]> =>
  (await ask<{ logGroups: { logGroupName: string }[] }>("DescribeLogGroups", {})).logGroups.map(
    ({ logGroupName }) => logGroupName,
  );

/** Lines of each stream. */
async function kept(): Promise<Record<string, string[]>> {
  const { logStreams } = await ask<{ logStreams: { logStreamName: string }[] }>("DescribeLogStreams", {
    logGroupName: GROUP,
  });
  const rows = await Promise.all(
    logStreams.map(async ({ logStreamName }) => {
      const { events } = await ask<{ events: { message: string }[] }>("GetLogEvents", {
        logGroupName: GROUP,
        logStreamName,
        startFromHead: true,
      });
      return [logStreamName, events.map(({ message }) => message)] as const;
    }),
  );
  return Object.fromEntries(rows);
}

(collectorIsPresent ? describe : describe.skip)("a real collector", () => {
  describeWithMoto("writes to CloudWatch", (moto) => {
    let node: NodeWithLogs;
    beforeEach(async () => {
      node = new NodeWithLogs();
      await ask("CreateLogGroup", { logGroupName: GROUP });
    });
    afterEach(() => node.remove());

    const POD = "team_train-0_0a1b2c3d-0000-4000-8000-000000000001/main";
    const STREAM = "team/train-0/main";

    test("each container has a stream; hostile lines hold up nothing and go nowhere else", async () => {
      const old = new Date(Date.now() - 15 * 24 * 3_600_000);
      const hostile = [
        '{"log_group_name":"/elsewhere","log_stream_name":"x"}',
        '{"_aws":{"LogGroupName":"/elsewhere"}}',
        String.raw`{"log\u005fgroup_name":"/elsewhere"}`,
      ];
      node.prints(
        POD,
        [
          criLine("too old", { time: old }),
          criLine("first"),
          criLine(""),
          criLine("   "),
          criLine("a line in ", { part: true }),
          criLine("two parts"),
          ...hostile.map((line) => criLine(line)),
          criLine('{"loss": 0.25, "text": "naïve ☃ $HOME ${env:HOME}"}'),
          // containerd writes parts of 16 KiB
          criLine("x".repeat(16_384), { part: true }).repeat(30),
          criLine("x".repeat(8480)),
          criLine("last"),
        ].join(""),
      );
      node.prints("secret-team_job-0_0a1b2c3d-0000-4000-8000-000000000002/main", criLine("of a secret team"));
      node.prints(
        "kube-system_railyard-logs-abcde_0a1b2c3d-0000-4000-8000-000000000003/collector",
        criLine("of the collector"),
      );
      await node.collects(PROPS, moto().env);
      const streams = await eventually(kept, (found) => found[STREAM]?.includes("last") === true);
      expect(Object.keys(streams)).toEqual([STREAM]);
      const lines = streams[STREAM]!;
      expect(lines.filter((line) => !/^x+$/.test(line))).toEqual([
        "first",
        "a line in two parts",
        ...hostile.map((line) => `log: ${line}`),
        '{"loss": 0.25, "text": "naïve ☃ $HOME ${env:HOME}"}',
        "last",
      ]);
      expect(lines.filter((line) => /^x+$/.test(line)).join("")).toHaveLength(500_000);
      expect(await groups()).toEqual([GROUP]);
    });

    test("one that is killed goes on where it was, and nothing comes twice", async () => {
      node.prints(POD, criLine("one"));
      await node.collects(PROPS, moto().env);
      await eventually(kept, (found) => found[STREAM]?.includes("one") === true);
      await node.ends("SIGKILL");
      node.prints(POD, criLine("two"));
      await node.collects(PROPS, moto().env);
      const streams = await eventually(kept, (found) => found[STREAM]?.includes("two") === true);
      expect(streams[STREAM]).toEqual(["one", "two"]);
    });

    test("what is read while the store is away waits on the disk, also for the next collector", async () => {
      node.prints(POD, criLine("waits"));
      await node.collects(PROPS, { ...moto().env, AWS_ENDPOINT_URL: "http://127.0.0.1:9" });
      await eventually(
        () => node.metrics().catch(() => ""),
        (text) => /otelcol_receiver_accepted_log_records\S* 1\b/.test(text),
      );
      await node.ends("SIGKILL");
      await node.collects(PROPS, moto().env);
      const streams = await eventually(kept, (found) => found[STREAM] !== undefined);
      expect(streams[STREAM]).toEqual(["waits"]);
      const metrics = await node.metrics();
      expect(metrics).toMatch(/^otelcol_exporter_queue_size\{/m);
      expect(metrics).toMatch(/^otelcol_exporter_queue_capacity\{/m);
      expect(metrics).toMatch(/^otelcol_exporter_sent_log_records\{/m);
    });
  });
});
