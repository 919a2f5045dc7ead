import { drawing } from "../../../../scripts/review/render/drawing";
import { environments, FULL_CHANGE, fullReview, review } from "../../../helpers/review";

const svgOf = (html: string, shape: string) =>
  new RegExp(`<svg class="${shape}"[\\s\\S]*?</svg>`).exec(html)?.[0] ?? "";

test("is there twice: for a screen and for a phone, with the same parts", () => {
  const { text } = drawing(fullReview(), "r0");
  const parts = (svg: string) => [...svg.matchAll(/aria-label="([^"]*)"/g)].map(([, about]) => about).sort();
  expect(parts(svgOf(text, "wide")).length).toBeGreaterThan(8);
  expect(parts(svgOf(text, "wide"))).toEqual(parts(svgOf(text, "narrow")));
});

test("has a switch only where there is something to compare", () => {
  expect(drawing(fullReview(), "r0").text).toContain('name="r0-view"');
  expect(drawing(review(environments({})), "r0").text).not.toContain("r0-view");
  expect(drawing(review({ after: environments({}).after }), "r0").text).not.toContain("r0-view");
});

test("says in words what it shows", () => {
  const { before, after } = environments(FULL_CHANGE);
  expect(drawing(review({ after }), "r0").text).toContain("The environment is new: all of this is added");
  expect(drawing(review({ before }), "r0").text).toContain("The environment is removed, with all of this");
  expect(drawing(review({ before, after }), "r0").text).toContain("The environment, and what changes");
  expect(drawing(review({ before, after: before }), "r0").text).toContain("nothing drawn here changes");
  expect(drawing(review(), "r0").text).toContain("There is no environment to draw.");
});

test("its key explains marks only where there are some", () => {
  expect(drawing(fullReview(), "r0").text).toContain('<li class="replaced">');
  expect(drawing(review(environments({})), "r0").text).not.toContain('<li class="replaced">');
});

test("subnets and NAT gateways say where they are and what happens to them", () => {
  const zones = ["us-east-1a", "us-east-1b", "us-east-1c"];
  const both = environments({ network: { zones, nat: "per-zone" } });
  const wide = svgOf(drawing(review(both), "r0").text, "wide");
  expect(wide).toContain("private 10.20.0.0/19, 8,187 addresses");
  expect(wide).toContain('<g class="part subnet-part nb added">');
  expect(wide).toContain('<g class="part nat nb added">');
  expect(wide).toContain("~ changed");
  expect(wide).toContain("VPC 10.20.0.0/16, NAT single → NAT per-zone");
});

test("a VPC that Railyard does not own says so", () => {
  const subnet = (id: string, zone: string) => ({ id: `subnet-${id}`, zone, cidr: "10.0.0.0/20", tier: "private" });
  const network = {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.0.0.0/16",
    zones: null,
    subnets: [subnet("01234567", "us-east-1a"), subnet("89abcdef", "us-east-1b")],
  };
  const both = environments({ network }, { network });
  expect(svgOf(drawing(review(both), "r0").text, "wide")).toContain(
    "VPC 10.0.0.0/16, vpc-0123456789abcdef0, not Railyard&#39;s<",
  );
});
