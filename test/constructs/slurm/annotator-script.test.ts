import { annotatorScript } from "../../../constructs/slurm/annotator-script";
import { runScript } from "../../helpers/slurm";

/** Rows as kubectl prints them: name, four layers, capacity block, clique, annotation. */
const node = (name: string, layers: string[], more: { block?: string; clique?: string; known?: string } = {}) =>
  [name, ...[0, 1, 2, 3].map((i) => layers[i] ?? ""), more.block ?? "", more.clique ?? "", more.known ?? ""].join("|");

function annotate(rows: string[], blocks: string[] = [], kubectl = "") {
  const run = runScript(annotatorScript(blocks), {
    files: { rows: rows.map((row) => `${row}\n`).join("") },
    stubs: { kubectl: `${kubectl}\n[ "$1" = get ] && cat "$FOLDER/rows"; exit 0` },
    env: { RAILYARD_HEARTBEAT: "$FOLDER/heartbeat" },
    args: ["--once"],
  });
  const specs = run.calls.flatMap((c) => {
    const [, name, spec] = /annotate node (\S+) --overwrite topology.slinky.slurm.net\/spec=(\S+)/.exec(c) ?? [];
    return name ? [[name, spec]] : [];
  });
  return { run, specs: Object.fromEntries(specs) as Record<string, string> };
}

describe("the annotator", () => {
  test("takes the last layer as the leaf: the third of three", () => {
    expect(annotate([node("a", ["nn-1", "nn-2", "nn-3"])]).specs).toEqual({ a: "fabric:root:nn-1-l1:nn-2-l2:nn-3" });
  });

  test("takes the last layer as the leaf: the fourth of four", () => {
    expect(annotate([node("a", ["nn-1", "nn-2", "nn-3", "nn-4"])]).specs["a"]).toBe(
      "fabric:root:nn-1-l1:nn-2-l2:nn-3-l3:nn-4",
    );
  });

  test("never lets one name be a leaf and a switch above leaves", () => {
    const { specs } = annotate([node("p5", ["x", "y", "z"]), node("p6", ["x", "y", "z", "leaf"])]);
    expect(specs["p5"]?.split(":").at(-1)).toBe("z");
    expect(specs["p6"]?.split(":")).not.toContain("z");
  });

  test("puts nodes without labels into the leaf unknown", () => {
    expect(annotate([node("a", [])]).specs).toEqual({ a: "fabric:unknown" });
  });

  test("makes names legal in Slurm", () => {
    const { specs } = annotate([node("a", ["sp,ine[1]", "12345678901234567890"])]);
    expect(specs["a"]).toBe("fabric:root:sp-ine-1--l1:12345678901234567890_");
  });

  test("writes only what has changed", () => {
    const known = "fabric:root:nn-1-l1:nn-2";
    const { specs, run } = annotate([node("a", ["nn-1", "nn-2"], { known }), node("b", ["nn-1", "nn-9"], { known })]);
    expect(specs).toEqual({ b: "fabric:root:nn-1-l1:nn-9" });
    expect(run.output).toBe("b: fabric:root:nn-1-l1:nn-9\n");
  });

  test("gives each NVLink domain a block, and lets it keep it", () => {
    const { specs } = annotate(
      [
        node("a", ["s"], { block: "cb-2" }),
        node("b", ["s"], { block: "cb-1" }),
        node("c", ["s"], { block: "cb-2", known: "fabric:root:s,nvlink:nvl002" }),
      ],
      ["nvl001", "nvl002"],
    );
    expect(specs).toEqual({ a: "fabric:root:s,nvlink:nvl002", b: "fabric:root:s,nvlink:nvl001" });
  });

  test("knows a domain by its clique where there is no block id", () => {
    expect(annotate([node("a", ["s"], { clique: "c.1" })], ["nvl001"]).specs["a"]).toBe("fabric:root:s,nvlink:nvl001");
  });

  test("tells when no block is left, and still gives the leaf", () => {
    const { specs, run } = annotate([node("a", ["s"], { block: "x" }), node("b", ["s"], { block: "y" })], ["nvl001"]);
    expect(specs["b"]).toBe("fabric:root:s");
    expect(run.output).toContain("no block is left for the NVLink domain y");
  });

  test("goes on when Kubernetes does not answer, and shows that it lives", () => {
    const { run } = annotate([], [], "exit 1");
    expect(run.status).toBe(0);
    expect(run.output).toContain("could not read");
    expect(run.file("heartbeat")).toBe("");
  });

  test("reads nodes of node groups, with every label that it needs", () => {
    const [get = ""] = annotate([]).run.calls;
    expect(get).toContain("get nodes -l railyard.dev/node-group");
    for (const part of ["network-node-layer-1", "network-node-layer-4", "capacity-block-id", "gpu.clique"])
      expect(get).toContain(part);
  });
});
