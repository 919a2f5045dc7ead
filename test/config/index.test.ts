import { onAws } from "../../scripts/lib/environments/on-aws";
import { defineEnvironment, loadEnvironments } from "../../config";
import { ConfigError } from "../../config/kernel/issues";
import { LEGAL, NOW, type Change } from "../helpers/environment";
import { problemsWith, nodeGroups, env, problems } from "../helpers/loading";

test("defineEnvironment hands its argument on", () => {
  const written = { ...LEGAL };
  expect(defineEnvironment(written)).toBe(written);
});

describe("loading", () => {
  test("resolves every environment of the table, or those asked for, each once", () => {
    const table = { a: () => env("a"), b: () => env("b", {}, "10.21.0.0/16") };
    const names = (wanted: string[]) => loadEnvironments(table, wanted, NOW).map((e) => e.resolved.name);
    expect(names([])).toEqual(["a", "b"]);
    expect(names(["b", "b"])).toEqual(["b"]);
  });

  test("fails on an unknown name and offers the nearest", () => {
    expect(problems({ research: () => env("research") }, ["reserch"])).toEqual([
      'reserch : there is no environment "reserch" | did you mean research?',
    ]);
    expect(problems({ research: () => env("research") }, ["zzzzzzzzzz"])[0]).toContain("known environments: research");
  });

  test("fails on a file that cannot be loaded, but only for who asks for it", () => {
    const table = {
      good: () => env("good"),
      bad: () => {
        throw new SyntaxError("Unexpected token\n    at somewhere");
      },
    };
    expect(problems(table)).toEqual(["bad : the file cannot be loaded: Unexpected token | "]);
    expect(problems(table, ["good"])).toEqual([]);
  });

  test("fails on something that is no environment", () => {
    expect(problems({ a: () => 7 })[0]).toContain("must be an object, but is 7");
  });

  test("fails when the row and the environment differ in name", () => {
    expect(problems({ a: () => env("b") })).toEqual([
      'a name: is "b", but the table of environments calls it "a" | give file, row and name the same name',
    ]);
  });

  test("tells a wrong name and a wrong shape together, and under one heading what other environments collide with", () => {
    const table = {
      a: () => env("a"),
      b: () => env("c", { region: 7 }),
    };
    expect(() => loadEnvironments(table, [], NOW)).toThrow(
      expect.objectContaining({
        environments: [
          { environment: "a", issues: [expect.objectContaining({ path: ["network", "cidr"] })] },
          {
            environment: "b",
            heldBack: true,
            issues: [
              expect.objectContaining({ path: ["region"] }),
              expect.objectContaining({ path: ["name"] }),
              expect.objectContaining({ path: ["network", "cidr"] }),
            ],
          },
        ],
      }),
    );
  });

  test("says of what is inherited and wrong who wrote it", () => {
    const base = env("base", { lustre: { ...LEGAL.lustre, throughput: 300 } });
    const table = { fork: () => ({ extends: base, name: "fork", network: { cidr: "10.99.0.0/16" }, region: 7 }) };
    const issues = (error: ConfigError) => error.environments[0]?.issues.map(({ path, origin }) => [path[0], origin]);
    try {
      loadEnvironments(table, [], NOW);
      throw new Error("nothing was found");
    } catch (error) {
      expect(issues(error as ConfigError)).toEqual([
        ["region", undefined],
        ["lustre", "base"],
      ]);
    }
  });

  test("tells everything that is wrong with every environment at once", () => {
    const found = problems({
      a: () => env("a", { account: "1", region: 7 }),
      b: () => env("b", { nodeGroups: { g: { instanceType: "p5.48xlrge", nodes: 2 } } }, "10.21.0.0/16"),
    });
    expect(found.map((text) => text.split(":")[0])).toEqual(["a account", "a region", "b nodeGroups.g.instanceType"]);
  });

  test("remembers where inherited values come from", () => {
    const base = env("base");
    const table = {
      base: () => base,
      fork: () => ({ extends: base, name: "fork", network: { cidr: "10.99.0.0/16" } }),
    };
    const fork = onAws(loadEnvironments(table, ["fork"], NOW)[0]!, "the test").resolved;
    expect(fork.network.cidr).toBe("10.99.0.0/16");
    expect(fork.origins.get('["region"]')).toBe("base");
    expect(fork.origins.has('["network","cidr"]')).toBe(false);
  });

  test("gives out nothing that can be changed", () => {
    const { resolved } = loadEnvironments({ a: () => env("a") }, [], NOW)[0]!;
    expect(Object.isFrozen(resolved)).toBe(true);
    expect(Object.isFrozen(resolved.nodeGroups[0]?.fabric)).toBe(true);
    expect(Object.isFrozen(resolved.cost.items)).toBe(true);
  });
});

describe("shape and rules at once", () => {
  const lustre = { ...LEGAL.lustre, capacityGiB: 38401 };

  test("a size that FSx refuses is told beside four typing errors", () => {
    const { owner: _, ...rest } = env("sample", {
      lustre: { ...lustre, compresion: "lz4" },
      slurmm: {},
      onwer: LEGAL.owner,
      regoin: 1,
    });
    const found = problems({ sample: () => rest });
    expect(found.map((text) => text.split(":")[0])).toEqual(
      expect.arrayContaining([
        "sample lustre.compresion",
        "sample slurmm",
        "sample onwer",
        "sample regoin",
        "sample lustre.capacityGiB",
      ]),
    );
    expect(found).toHaveLength(5);
  });

  test("a type of which too little is documented is called unknown, in words", () => {
    const group = { ...LEGAL.nodeGroups.h100, instanceType: "p6e-gb300.36xlarge" };
    expect(problemsWith({ nodeGroups: { ...nodeGroups, h100: group } })).toEqual([
      expect.stringMatching(/p6e-gb300 is unknown: no document of AWS [^]* none is guessed[^]*dgx-gb300-tray/),
    ]);
  });

  test("nothing is said that would only be true because of what was taken out", () => {
    const group = { ...LEGAL.nodeGroups.h100, instanceType: "p5.48xlrge" };
    expect(problemsWith({ nodeGroups: { ...nodeGroups, h100: group } }).map((text) => text.split(":")[0])).toEqual([
      "sample nodeGroups.h100.instanceType",
    ]);
  });

  test("where nothing whole is left, the shape alone is told", () => {
    expect(problemsWith({ network: 7 })).toEqual([expect.stringContaining("network: must be an object")]);
    expect(problems({ sample: () => 7 })).toHaveLength(1);
  });
});

describe("rules that were not asked", () => {
  const heldBack = (change: Change, name = "sample") => {
    try {
      loadEnvironments({ [name]: () => env(name, change) }, [], NOW);
    } catch (error) {
      if (error instanceof ConfigError) return error.environments[0]?.heldBack ?? false;
      throw error;
    }
    throw new Error("nothing was wrong");
  };
  const group = { ...LEGAL.nodeGroups.h100, instanceType: "p5.48xlrge" };

  test.each([
    ["beside a value that is taken out", { nodeGroups: { ...nodeGroups, h100: group } }, true],
    ["where nothing whole is left", { network: 7 }, true],
    ["beside a key that nobody knows", { slurmm: {} }, false],
    ["where the shape is right", { lustre: { ...LEGAL.lustre, capacityGiB: 38401 } }, false],
  ])("are announced %s: %s", (_, change, is) => expect(heldBack(change as Change)).toBe(is));
});

describe("collisions between environments", () => {
  test("overlapping blocks are told to both", () => {
    expect(problems({ a: () => env("a"), b: () => env("b", {}, "10.20.128.0/17") })).toEqual([
      'a network.cidr: 10.20.0.0/16 overlaps 10.20.128.0/17 of the environment "b" | choose a block that no environment uses, such as the next /16 [environments/cidr-overlap; https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-basics.html]',
      'b network.cidr: 10.20.128.0/17 overlaps 10.20.0.0/16 of the environment "a" | choose a block that no environment uses, such as the next /16 [environments/cidr-overlap; https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-basics.html]',
    ]);
  });

  test("the other environment is looked at even when it was not asked for", () => {
    expect(problems({ a: () => env("a"), b: () => env("b") }, ["a"])).toHaveLength(1);
  });

  test("one name in two rows is told", () => {
    const found = problems({ a: () => env("a"), b: () => env("a", {}, "10.21.0.0/16") }, ["a"]);
    expect(found).toEqual([expect.stringContaining('a name: "a" is also the name of the environment in the row "b"')]);
  });

  test("a name that is wrong is told once, where it is wrong", () => {
    const found = problems({ a: () => env("a"), b: () => env("a", {}, "10.21.0.0/16") });
    expect(found).toEqual([expect.stringContaining('b name: is "a", but the table of environments calls it "b"')]);
  });

  describe("capacity", () => {
    const group = (count?: number, nodes: unknown = 4) => ({
      nodeGroups: {
        ...LEGAL.nodeGroups,
        h100: { ...LEGAL.nodeGroups.h100, nodes, capacity: { ...LEGAL.nodeGroups.h100.capacity, count } },
      },
    });
    const both = (a: object, b: object) =>
      problems({ a: () => env("a", { ...a }), b: () => env("b", { ...b }, "10.21.0.0/16") });

    test("of one reservation that nobody counted is told to both", () => {
      const found = both(group(), group());
      expect(found).toHaveLength(2);
      expect(found[0]).toContain(
        'a nodeGroups.h100.capacity.target: "cr-0123456789abcdef0" is used by 2 environments: this one and nodeGroups.h100 of "b" ask for up to 8 nodes together, and capacity.count does not say',
      );
    });

    test("that is enough for one only is told, and for both is well", () => {
      expect(both(group(7), group(7))[0]).toContain("ask for up to 8 nodes together, but 7 are reserved");
      expect(both(group(8), group())).toEqual([]);
    });

    test("of a range counts its upper end", () => {
      const block = (max: number) => {
        const capacity = {
          kind: "capacity-block",
          id: "cr-0123456789abcdef1",
          zone: "us-east-1a",
          start: "2026-12-01T11:30:00Z",
          end: "2026-12-15",
        };
        return {
          nodeGroups: { ...LEGAL.nodeGroups, h100: { ...LEGAL.nodeGroups.h100, nodes: { min: 0, max }, capacity } },
        };
      };
      expect(both(block(2), block(3)).join()).toContain("up to 5 nodes");
    });

    test("with one id in two accounts is no collision", () => {
      const elsewhere = {
        account: "444455556666",
        cluster: { kind: "eks", admins: ["arn:aws:iam::444455556666:role/admin"] },
      };
      expect(both(group(), { ...group(), ...elsewhere })).toEqual([]);
    });
  });

  test("names of resources that would be the same are told", () => {
    const group = { instanceType: "m7i.large", nodes: 1 };
    const found = problems({
      a: () => env("a", { nodeGroups: { ...nodeGroups, "b-c": group } }),
      "a-b": () => env("a-b", { nodeGroups: { ...nodeGroups, c: group } }, "10.21.0.0/16"),
    });
    expect(found.map((text) => text.split(" would")[0])).toEqual(['a name: "a-b-c"', 'a-b name: "a-b-c"']);
  });

  test("the same names in another account are well", () => {
    const group = { instanceType: "m7i.large", nodes: 1 };
    const elsewhere = {
      account: "444455556666",
      cluster: { kind: "eks", admins: ["arn:aws:iam::444455556666:role/admin"] },
      nodeGroups: { ...nodeGroups, c: group },
    };
    const table = {
      a: () => env("a", { nodeGroups: { ...nodeGroups, "b-c": group } }),
      "a-b": () => env("a-b", elsewhere, "10.21.0.0/16"),
    };
    expect(problems(table)).toEqual([]);
  });

  test("blocks side by side are well", () => {
    expect(problems({ a: () => env("a"), b: () => env("b", {}, "10.21.0.0/16") })).toEqual([]);
  });
});
