import {
  INSTANCE_TYPE_NAMES,
  INSTANCE_TYPES,
  type InterfaceLayout,
  type InterfaceType,
} from "../../../../../config/facts/instance-types";
import {
  refuseInterfaces,
  refuseTemplateInterfaces,
} from "../../../../../scripts/rehearsal/aws/ec2/network-interfaces";
import type { Attributes } from "../../../../../scripts/rehearsal/value";

type Triple = readonly [card: number, device: number, type: InterfaceType];

const at = ([card, device, type]: Triple, more: Attributes = {}): Attributes => ({
  network_card_index: card,
  device_index: device,
  interface_type: type,
  security_groups: ["sg-1"],
  ...more,
});
const layout = (...triples: readonly Triple[]) => triples.map((triple) => at(triple));

function codes(type: string | null, interfaces: readonly Attributes[]): string[] {
  const found = refuseInterfaces(type, interfaces);
  for (const { source } of found) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
  return found.map(({ code }) => code);
}

const messages = (type: string | null, interfaces: readonly Attributes[]) =>
  refuseInterfaces(type, interfaces).map(({ message }) => message);

const COMBINATION = "InvalidParameterCombination";
const LIMIT = "AttachmentLimitExceeded";

describe("every layout that the facts have is taken", () => {
  const layouts = INSTANCE_TYPE_NAMES.flatMap((name) =>
    Object.entries(INSTANCE_TYPES[name].efa.layouts).map(([key, value]) => ({ name, key, value })),
  );

  test("and there are some", () => {
    expect(layouts.length).toBeGreaterThan(20);
  });

  test.each(layouts)("$name, $key", ({ name, value }: { name: string; value: InterfaceLayout }) => {
    const interfaces = value.interfaces.map((triple) =>
      at(triple, triple[0] === 0 && triple[1] === 0 ? { associate_public_ip_address: "false" } : {}),
    );
    expect(refuseInterfaces(name, interfaces)).toEqual([]);
  });
});

describe("of whatever type", () => {
  test("no interfaces and a single one are right", () => {
    expect(codes(null, [])).toEqual([]);
    expect(codes(null, layout([0, 0, "interface"]))).toEqual([]);
    expect(codes(null, layout([0, 0, "efa"]))).toEqual([]);
  });

  test("an index that is left out is zero, and a type that is left out is interface", () => {
    expect(codes(null, [{ network_card_index: null, device_index: null, interface_type: null }])).toEqual([]);
    expect(codes(null, [{ device_index: 0 }, { device_index: null }])).toEqual([COMBINATION]);
  });

  test("an instance needs a primary interface, and a template does not", () => {
    const interfaces = layout([1, 0, "efa-only"]);
    expect(codes(null, interfaces)).toEqual([COMBINATION]);
    expect(messages(null, interfaces)[0]).toContain("no interface has card 0, device 0");
    expect(refuseTemplateInterfaces(null, interfaces)).toEqual([]);
  });

  test("the primary interface must have an address", () => {
    expect(codes(null, layout([0, 0, "efa-only"]))).toEqual([COMBINATION]);
    expect(messages(null, layout([0, 0, "efa-only"]))[0]).toContain("efa-only");
    expect(codes(null, layout([0, 0, "interface"], [0, 1, "efa-only"], [1, 0, "efa-only"]))).toEqual([]);
  });

  test("each interface has a place of its own", () => {
    const interfaces = layout([0, 0, "interface"], [1, 1, "interface"], [1, 1, "interface"]);
    expect(messages(null, interfaces)).toEqual([
      "card 1, device 1 (interface) is there twice; each interface has a place of its own",
    ]);
    expect(codes(null, layout([0, 0, "interface"], [1, 0, "interface"], [1, 1, "interface"]))).toEqual([]);
  });

  test("a card takes one EFA interface, of whichever kind", () => {
    expect(codes(null, layout([0, 0, "efa"], [0, 1, "efa-only"]))).toEqual([COMBINATION]);
    expect(messages(null, layout([0, 0, "interface"], [1, 0, "efa-only"], [1, 1, "efa-only"]))).toEqual([
      "card 1 has several EFA interfaces; a card takes one",
    ]);
    expect(codes(null, layout([0, 0, "efa"], [1, 0, "efa-only"], [1, 1, "interface"]))).toEqual([]);
  });

  test.each<Attributes>([
    { ipv4_address_count: 1 },
    { ipv4_addresses: ["10.0.0.9"] },
    { ipv4_prefix_count: 1 },
    { ipv4_prefixes: ["10.0.0.16/28"] },
    { ipv6_address_count: 1 },
    { ipv6_addresses: ["2600::1"] },
    { ipv6_prefix_count: 1 },
    { ipv6_prefixes: ["2600::/80"] },
    { private_ip_address: "10.0.0.9" },
    { primary_ipv6: "true" },
  ])("efa-only with %j is refused, and interface with it is not", (address) => {
    const primary = at([0, 0, "interface"]);
    expect(codes(null, [primary, at([0, 1, "efa-only"], address)])).toEqual([COMBINATION]);
    expect(codes(null, [primary, at([0, 1, "interface"], address)])).toEqual([]);
  });

  test("efa-only takes addresses that are none", () => {
    const none = { ipv4_address_count: 0, ipv4_addresses: [], private_ip_address: "", primary_ipv6: "false" };
    const open = { associate_public_ip_address: "false" };
    expect(codes(null, [at([0, 0, "interface"]), at([0, 1, "efa-only"], { ...none, ...open })])).toEqual([]);
  });

  test("a public address is for an instance with one interface", () => {
    const open = { associate_public_ip_address: "true" };
    expect(codes(null, [at([0, 0, "interface"], open)])).toEqual([]);
    expect(codes(null, [at([0, 0, "interface"], open), at([1, 0, "efa-only"])])).toEqual([COMBINATION]);
    expect(messages(null, [at([0, 0, "interface"], open), at([1, 0, "efa-only"])])[0]).toContain(
      "there are 2 interfaces",
    );
    expect(codes(null, [at([0, 0, "interface"]), at([1, 0, "efa-only"], open)])).toEqual([COMBINATION, COMBINATION]);
  });

  test("an interface takes 16 security groups at most", () => {
    const groups = (count: number) => [at([0, 0, "interface"], { security_groups: Array(count).fill("sg-1") })];
    expect(codes(null, groups(16))).toEqual([]);
    expect(codes(null, groups(17))).toEqual(["SecurityGroupsPerInterfaceLimitExceeded"]);
  });

  test("a type that the facts do not have is looked at like an unknown one", () => {
    expect(codes("x99.metal", layout([0, 0, "efa"], [40, 0, "efa-only"]))).toEqual([]);
  });
});

describe("of a type that the facts have", () => {
  const spread = (cards: readonly number[]) =>
    layout([0, 0, "interface"], ...cards.map((card): Triple => [card, 0, "efa-only"]));
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  test("cards end where the type's end", () => {
    expect(codes("p5.48xlarge", spread(upTo(31)))).toEqual([]);
    expect(codes("p5.48xlarge", spread([32]))).toEqual([COMBINATION]);
    expect(messages("p5.48xlarge", spread([32]))[0]).toContain("p5.48xlarge has network cards 0 to 31");
    expect(messages("g5.8xlarge", spread([1]))[0]).toContain("g5.8xlarge has one network card, 0");
  });

  test("a type without EFA takes none", () => {
    expect(codes("g4dn.xlarge", layout([0, 0, "efa"]))).toEqual(["Unsupported"]);
    expect(codes("m7i.large", layout([0, 0, "interface"], [0, 1, "efa-only"]))).toEqual(["Unsupported"]);
    expect(codes("g4dn.xlarge", layout([0, 0, "interface"]))).toEqual([]);
  });

  test("p6-b300 has no EFA on card 0, though on all others", () => {
    expect(codes("p6-b300.48xlarge", spread(upTo(16)))).toEqual([]);
    expect(codes("p6-b300.48xlarge", layout([0, 0, "interface"], [0, 1, "efa-only"]))).toEqual([COMBINATION]);
    expect(codes("p6-b300.48xlarge", layout([0, 0, "efa"]))).toEqual([COMBINATION]);
    expect(messages("p6-b300.48xlarge", layout([0, 0, "efa"]))[0]).toContain("card 0 of p6-b300.48xlarge has no EFA");
  });

  test("p6-b300 takes 16 EFA interfaces on its 17 cards", () => {
    const all = [...layout([0, 0, "interface"], [0, 1, "efa-only"]), ...spread(upTo(16)).slice(1)];
    expect(codes("p6-b300.48xlarge", all)).toEqual([LIMIT, COMBINATION]);
  });

  test("where the number of EFA interfaces is not known, none is refused for it", () => {
    expect(INSTANCE_TYPES["p6e-gb200.36xlarge"].efa.max).toBeNull();
    expect(codes("p6e-gb200.36xlarge", spread(upTo(16)))).toEqual([]);
  });

  test("an instance takes so many interfaces, and card 0 so many of them", () => {
    const onCard0 = (count: number) =>
      layout(...Array.from({ length: count }, (_, device): Triple => [0, device, "interface"]));
    expect(codes("m7i.large", onCard0(3))).toEqual([]);
    expect(codes("m7i.large", onCard0(4))).toEqual([LIMIT, LIMIT]);
    expect(codes("p5.48xlarge", onCard0(2))).toEqual([]);
    expect(codes("p5.48xlarge", onCard0(3))).toEqual([LIMIT]);
    expect(messages("p5.48xlarge", onCard0(3))).toEqual(["3 interfaces on card 0; p5.48xlarge takes 2 there"]);
  });
});
