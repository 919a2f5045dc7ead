import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { MuteWindow, PlannedAbsence } from "../../config/monitoring/planned-absence";
import { OF_FEWER_NODES, OF_NODES_AWAY } from "../../constructs/alerts/mutes";
import { alertmanagerConfig } from "../../constructs/alerts/routing";
import { Alertmanager, describeWithAlertmanager } from "../helpers/alertmanager";
import type { Json } from "../helpers/synth";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const always: MuteWindow = { timezone: "Europe/Zurich", start: "00:00", end: "24:00", weekdays: DAYS, date: null };
const never: MuteWindow = {
  timezone: "Etc/UTC",
  start: "00:00",
  end: "24:00",
  weekdays: [],
  date: { year: 2020, month: 2, day: 29 },
};
const absence = (name: string, allNodes: boolean, ...windows: readonly MuteWindow[]): PlannedAbsence => ({
  name,
  what: name,
  allNodes,
  windows,
});

/** Inhibitions are tried elsewhere, and what waits for others of its group is told at once. */
const configOf = (absences: readonly PlannedAbsence[], url: string): Json => ({
  ...(JSON.parse(
    JSON.stringify(
      alertmanagerConfig({
        environment: "dev",
        receivers: { hook: { kind: "webhook", address: { in: "config", url }, resolved: true } },
        routes: [
          { to: ["hook"], severities: ["warning"], teams: null, alerts: null, groupBy: ["alertname"], repeatHours: 12 },
        ],
        absences,
      }),
    ).replaceAll(/"group_wait":"\w+"/g, '"group_wait":"0s"'),
  ) as Json),
  inhibit_rules: [],
});

describeWithAlertmanager("a real Alertmanager, while nodes are away as planned", () => {
  const ALERTS = [...OF_NODES_AWAY, ...OF_FEWER_NODES, "KubePersistentVolumeFillingUp"];
  const OTHER = ["KubePersistentVolumeFillingUp"];

  test.each<[string, readonly PlannedAbsence[], readonly string[]]>([
    ["all of them", [absence("a", true, never), absence("b", true, never, always)], OTHER],
    ["those of one partition", [absence("a", false, always)], [...OF_NODES_AWAY, ...OTHER]],
    ["none at this time", [absence("a", true, never), absence("b", false, never)], ALERTS],
  ])("tells of what is not planned: %s", async (_, absences, expected) => {
    const heard: string[] = [];
    const server: Server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        heard.push((JSON.parse(text) as Json).groupLabels.alertname);
        response.end();
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const alertmanager = await Alertmanager.start(() => configOf(absences, url));
    try {
      await alertmanager.send(ALERTS.map((alertname) => ({ alertname, severity: "warning" })));
      for (let left = 50; left > 0 && heard.length < expected.length; left -= 1)
        await new Promise((later) => setTimeout(later, 100));
      await new Promise((later) => setTimeout(later, 300));
      expect(heard.toSorted()).toEqual([...expected].toSorted());
    } finally {
      await alertmanager.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });
});
