import { environmentSummary } from "../../../../scripts/commands/synth/summary";
import type { LoadedEnvironment } from "../../../../config";
import { sample } from "../../../helpers/environment";

const finding = {
  path: ["network", "cidr"],
  message: "10.20.0.0/24 is small",
  fix: "take a /16",
  rule: "network/vpc-size",
  severity: "warning" as const,
  source: "https://example.com",
};

const { config, env } = sample();
const loaded = { config, resolved: env };

const summary = (findings: LoadedEnvironment["findings"], quiet = true) =>
  environmentSummary({ ...loaded, findings }, [], quiet);

test("ignored findings show what was found, how grave it is, until when and why", () => {
  const ignored = [{ ...finding, reason: "agreed", until: "2026-12-31" }];
  expect(summary({ active: [], ignored })).toContain(`Findings: 0 warnings, 1 ignored
  ignored warning  network/vpc-size  network.cidr
      10.20.0.0/24 is small
      until 2026-12-31: agreed`);
});

test("findings come with their fix", () =>
  expect(summary({ active: [finding], ignored: [] })).toContain("      fix: take a /16"));

test("nodes that follow hours are told with none and all of them", () => {
  const hours = sample({
    nodeGroups: { h100: { capacity: { kind: "on-demand" } } },
    schedule: { timezone: "Europe/Zurich", start: "08:00", end: "19:00" },
  });
  const loadedHours = { config: hours.config, resolved: hours.env, findings: { active: [], ignored: [] } };
  const text = environmentSummary(loadedHours, [], false);
  expect(text).toMatch(/h100 +p5\.48xlarge +0\/4 /);
  // the bill of those hours is what the price of a GPU-hour is made of
  const [, bill = "", week = ""] = /in the hours of the schedule +([\d,]+) +([\d.]+) of 168/.exec(text) ?? [];
  const [, gpuHours = "", each = ""] = /GPU-hours: ([\d,]+) a month; \$([\d.]+) each/.exec(text) ?? [];
  const value = (shown: string) => Number(shown.replaceAll(",", ""));
  expect(Number(week)).toBe(55);
  expect(value(bill) / (value(gpuHours) * value(each))).toBeCloseTo(1, 2);
  expect(text).toContain("if it ran day and night");
});

test("what is deleted from Lustre is told, and that nothing is", () => {
  const text = (warm?: object, others: object = {}) => {
    const { config, env } = sample(warm ? { checkpoints: { warm, ...others } } : {});
    return environmentSummary({ config, resolved: env, findings: { active: [], ignored: [] } }, [], false);
  };
  expect(text()).toContain(
    "/fsx/checkpoints, linked to the bucket; of a run, all but the last 24 checkpoints are deleted",
  );
  expect(text({ keepLast: 2, keepEvery: 500 })).toContain("the last 2 checkpoints and every step that 500 divides");
  expect(text({})).toContain("linked to the bucket; keeps every checkpoint");
  expect(text({ keepLast: 24, keepData: 3 })).toMatch(
    /the last 24 checkpoints are deleted; contents of the last 3 alone stay/,
  );
  const tasks = { release: { afterDays: 30, days: ["sat"] } };
  expect(text({ keepLast: 24, keepData: 3, tasks })).toMatch(
    /contents of the last 3 alone stay, .*; sat at 04:00 UTC: contents that nobody has used for 30 days are released\n/,
  );
  const cold = text({}, { cold: { keepLast: 100 } });
  expect(cold).toMatch(/cold .*; of a run, all but the last 100 checkpoints are deleted\n/);
  expect(cold).not.toContain("kept for ever");
  const archived = text({}, { archive: { expireAfterDays: 400 } });
  expect(archived).toMatch(/cold .*, kept for ever\n.*archive .*, deleted after 400 days/);
  const foreign = text({}, { bucket: { kind: "existing", name: "somebodys" }, archive: {} });
  expect(foreign).toMatch(/cold .*is unknown: the bucket exists.*\n.*archive .*is unknown/);
  expect(foreign).not.toContain("kept for ever");
  expect(text()).not.toContain("hours of the schedule");
});

test("the second copy has a line, with what it leaves out", () => {
  const kmsKeyArn = "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555";
  const { config, env } = sample({
    checkpoints: { replicateTo: { bucket: "copies", region: "us-west-2", kmsKeyArn, prefixes: ["railyard/"] } },
  });
  const text = environmentSummary({ config, resolved: env, findings: { active: [], ignored: [] } }, [], false);
  expect(text).toContain("  copies   s3://copies (us-west-2): only railyard/; not copied whole: checkpoints/\n");
  // what they cost is a row, without a number
  expect(text).toMatch(/copies of checkpoints in copies +.*unknown/);
});

test("without EFA a node has the speed of its one interface, not of all of its cards", () => {
  const speed = (instanceType: string) => {
    const { config: written, env: resolved } = sample({
      nodeGroups: {
        h100: { instanceType, fabric: { kind: "none" }, capacity: { kind: "on-demand", target: null, zone: null } },
      },
    });
    const text = environmentSummary({ config: written, resolved, findings: { active: [], ignored: [] } }, [], false);
    return /h100 +\S+ +4 +on-demand +\d+ \w+ +– +(\S+) +(\S+)/.exec(text)?.slice(1);
  };
  expect(speed("p5.48xlarge")).toEqual(["100", "400"]);
  expect(speed("p5en.48xlarge")).toEqual(["unknown", "unknown"]);
  expect(speed("g6e.12xlarge")).toEqual(["100", "400"]);
});

test("a quiet summary of an environment without findings is one line", () => {
  expect(summary({ active: [], ignored: [] })).toBe("sample: no findings");
  expect(summary({ active: [], ignored: [] }, false)).toContain("Findings: none");
});

test("Secrets that somebody has to make are told with what is in them, and where there are none nothing is", () => {
  const { config, env } = sample({
    logs: { to: { kind: "loki", url: "https://loki.example.com", login: { kind: "bearer", secretName: "log-store" } } },
  });
  const none = { active: [], ignored: [] };
  const text = environmentSummary({ config, resolved: env, findings: none }, [], false);
  expect(text).toContain(`Secrets that you make in the cluster
  kube-system/log-store  logs.to.login.secretName
      the login of the store of logs; without it collectors wait for it for ever, and no logs are kept`);
  expect(summary(none, false)).not.toContain("Secrets that you make");
});
