import { NoFabricError, readIbnetdiscover } from "../../../config/topology/ibnetdiscover";
import { fabricFile, SMALL } from "../../helpers/ib-fabric";

const WHOLE = fabricFile(SMALL);
const refusal = (text: string): string => {
  try {
    readIbnetdiscover(text);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(NoFabricError);
    return (error as Error).message;
  }
};

test("a whole text is read, with the ends of lines of either kind", () => {
  const graph = readIbnetdiscover(WHOLE);
  expect([graph.switches.size, graph.hcas.length]).toEqual([10, 24]);
  expect(graph.hcas[0]).toMatchObject({ node: "gpu-1-1", device: "mlx5_0", gbps: 400 });
  expect(readIbnetdiscover(WHOLE.replaceAll("\n", "\r\n")).hcas).toEqual(graph.hcas);
});

test("a text that ends anywhere but at its end is told to be cut, or a line that is none", () => {
  const ends = Array.from({ length: 60 }, (_, at) => Math.floor((WHOLE.length * (at + 0.5)) / 60));
  for (const end of ends) expect(refusal(WHOLE.slice(0, end))).toMatch(/cut|line \d+ is none|no switch/);
  const lines = WHOLE.trimEnd().split("\n");
  expect(refusal(lines.slice(0, -1).join("\n"))).toMatch(
    /^it is cut: S-\w+ has a cable to H-\w+, whose ports are not there$/,
  );
});

test.each([
  ["nothing", "", /no switch in it: is it the output of ibnetdiscover/],
  ["another text", "Infiniband device 'mlx5_0' port 1 status:\n", /^line 1 is none that ibnetdiscover writes/],
  ["a port before any device", `[1]\t"S-0000000000000001"[2]\n`, /^line 1 is a port, and no switch/],
  ["a device twice", `Ca\t1 "H-1"\t\t# "a b"\nCa\t1 "H-1"\t\t# "a b"\n`, /^H-1 is there twice, in lines 1 and 2$/],
  [
    "servers alone",
    `Ca\t1 "H-1"\t\t# "a mlx5_0"\n[1](1) \t"H-2"[1]\nCa\t1 "H-2"\t\t# "b mlx5_0"\n[1](2) \t"H-1"[1]\n`,
    /no topology/,
  ],
])("%s is refused in words", (_, text, message) => expect(refusal(text)).toMatch(message));

test.each([
  ["a quote", `gpu"; mlx5_0`],
  ["a command", "$(reboot) mlx5_0"],
  ["a line", "gpu\\\nSwitch mlx5_0"],
  ["a blank", "gpu-1\u2028 mlx5_0"],
  ["a bracket", "gpu[1-9] mlx5_0"],
  ["a slash", "../gpu mlx5_0"],
  ["a device with a quote", `gpu-1 mlx5'0`],
])("a card whose name has %s is refused with its line, and nothing of it is used", (_, name) => {
  const text = fabricFile({ ...SMALL, name: (u, n, r) => (u + n + r === 0 ? name : `gpu-${u}-${n} mlx5_${r}`) });
  expect(refusal(text)).toMatch(/^line \d+(: .* is no name of a server and a card| is none that ibnetdiscover writes)/);
});
