import { lustreAlerts } from "../../../constructs/alerts/lustre";
import { describeAlerts } from "../../helpers/alert-cases";
import { triedRules, withPromtool } from "../../helpers/promtool";

const free = (name: string): string => `aws_fsx_free_data_storage_capacity_sum{name="${name}"}`;
/** What CloudWatch has nothing of. */
const NOTHING = Array.from({ length: 41 }, () => "NaN").join(" ");
const read = (name: string): string => `aws_fsx_data_read_bytes_sum{name="${name}"}`;
const GIB = 1024 ** 3;
const SCRATCH = { name: "scratch", capacityGiB: 1000, throughputMBps: null, exported: true };

/** Free of a thousand. */
const left = (gib: number, times: number): string => `${gib * GIB}x${times}`;
const scratch = { name: "scratch" };
const waiting = (publisher: string): string =>
  `aws_fsx_age_of_oldest_queued_message_maximum{name="scratch",dimension_Publisher="${publisher}"}`;

describeAlerts(lustreAlerts([SCRATCH]), {
  LustreMetricsMissing: {
    // CloudWatch has nothing, and of another one it has
    fires: { [read("scratch")]: NOTHING, [read("other")]: "0x40" },
    before: "29m",
    after: "31m",
    labels: scratch,
    value: "1",
    silent: { [read("scratch")]: "0x40" },
  },
  LustreFillsUp: {
    fires: { [free("scratch")]: left(150, 30) },
    before: "14m",
    after: "16m",
    labels: scratch,
    value: "85%",
    silent: { [free("scratch")]: left(210, 30), [free("other")]: left(1, 30) },
  },
  LustreAlmostFull: {
    fires: { [free("scratch")]: left(50, 30) },
    before: "4m",
    after: "6m",
    labels: scratch,
    value: "95%",
    silent: { [free("scratch")]: left(150, 30) },
  },
  LustreFullInADay: {
    // a GiB in a minute
    fires: { [free("scratch")]: `${500 * GIB}-${GIB}x100` },
    before: "59m",
    after: "90m",
    labels: scratch,
    value: "0",
    silent: { [free("scratch")]: `${500 * GIB}-${GIB / 100}x100` },
  },
  LustreExportLate: {
    // a minute more in each minute: nothing is exported any more
    fires: { [waiting("AutoExport")]: "0+60x100" },
    before: "75m",
    after: "77m",
    labels: scratch,
    value: "1h 17m 0s",
    // a large checkpoint; and imports that lie behind
    silent: { [waiting("AutoExport")]: "0+60x50 0x50", [waiting("AutoImport")]: "7200x100" },
  },
});

test("of one whose capacity follows use, and that exports nothing, nobody says that it fills up or lies behind", () => {
  const [group] = lustreAlerts([{ ...SCRATCH, capacityGiB: null, exported: false }]);
  expect(group!.rules.map(({ alert }) => alert)).toEqual(["LustreMetricsMissing"]);
});

withPromtool("of two file systems each is missed by its name, and one that the exporter never brought, too", () => {
  const groups = lustreAlerts([SCRATCH, { ...SCRATCH, name: "home" }]);
  const rule = groups[0]!.rules.find(({ alert }) => alert === "LustreMetricsMissing")!;
  const exp_alerts = ["home", "scratch"].map((name) => ({
    exp_labels: { ...rule.labels, name },
    exp_annotations: Object.fromEntries(
      Object.entries(rule.annotations).map(([key, text]) => [key, text.replaceAll("{{ $labels.name }}", name)]),
    ),
  }));
  const moment = { eval_time: "35m", alertname: rule.alert, exp_alerts };
  const series = [{ series: read("scratch"), values: NOTHING }];
  expect(triedRules(groups, [{ interval: "1m", inputs: series, expected: [moment] }])).toBe("");
});
