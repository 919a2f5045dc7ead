import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetch } from "../../scripts/lib/charts/repositories";
import type { Json } from "./synth";

/** What AWS and the repositories answer, by the names of the SDK; a list is cut into pages. */
export interface FactsAnswers {
  readonly regions: readonly Json[];
  readonly instanceTypes: readonly Json[];
  /** Region → types that it offers. */
  readonly offerings: Readonly<Record<string, readonly string[]>>;
  /** Region → ids of zones. */
  readonly zones: Readonly<Record<string, readonly string[]>>;
  /** Path of parameters → values. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Service → rows. */
  readonly quotas: Readonly<Record<string, readonly Json[]>>;
  /** Region → products. */
  readonly products: Readonly<Record<string, readonly Json[]>>;
  /** `<host>/<path>` → text. */
  readonly files: Readonly<Record<string, string>>;
}

export interface FactsServer {
  readonly origin: string;
  /** A fetch whose every host is this server. */
  readonly fetch: Fetch;
  /** Operations, in their order. */
  readonly asked: string[];
}

/** What comes instead of an answer; it is asked for each call, and null lets the answer come. */
export type Disturb = (operation: string, count: number, response: ServerResponse) => boolean;

const PAGE = 40;

/** Runs something with a real HTTP server that speaks the protocols of EC2, JSON services and repositories. */
export async function withFactsServer<T>(
  answers: FactsAnswers,
  use: (server: FactsServer) => Promise<T>,
  disturb: Disturb = () => false,
): Promise<T> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const operation = operationOf(request, body);
      asked.push(operation);
      if (disturb(operation, asked.filter((one) => one === operation).length, response)) return;
      answer(answers, operation, request, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await use({ origin, asked, fetch: (url, init) => fetch(url.replace(/^https:\//, origin), init) });
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

function operationOf({ headers, url = "" }: IncomingMessage, body: string): string {
  const target = String(headers["x-amz-target"] ?? "").split(".")[1];
  return target ?? new URLSearchParams(body).get("Action") ?? `GET ${url.slice(1)}`;
}

/** The Region that a request is signed for. */
const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? "")?.[1] ?? "";

function answer(
  answers: FactsAnswers,
  operation: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  const region = regionOf(request);
  const query = new URLSearchParams(body);
  const values = [...query].filter(([key]) => /^Filter\.1\.Value\./.test(key)).map(([, value]) => value);
  const xml = (name: string, rows: readonly Json[]) => {
    const [page, next] = paged(rows, query.get("NextToken"));
    response.setHeader("content-type", "text/xml");
    response.end(
      `<?xml version="1.0"?><${operation}Response><requestId>r</requestId>${element(name, page)}${next === null ? "" : `<nextToken>${next}</nextToken>`}</${operation}Response>`,
    );
  };
  const input = operation.startsWith("GET ") || !body.startsWith("{") ? {} : (JSON.parse(body) as Json);
  const json = (name: string, rows: readonly Json[]) => {
    const [page, next] = paged(rows, input.NextToken ?? null);
    response.setHeader("content-type", "application/x-amz-json-1.1");
    response.end(JSON.stringify({ [name]: page, ...(next !== null && { NextToken: next }) }));
  };
  switch (operation) {
    case "DescribeRegions":
      return xml("regionInfo", answers.regions);
    case "DescribeInstanceTypes": {
      const there = new Set(answers.offerings[region]);
      return xml(
        "instanceTypeSet",
        answers.instanceTypes.filter(({ InstanceType: name }) => there.has(name) && values.includes(name)),
      );
    }
    case "DescribeInstanceTypeOfferings":
      return xml(
        "instanceTypeOfferingSet",
        (answers.offerings[region] ?? []).map((InstanceType) => ({
          InstanceType,
          LocationType: "region",
          Location: region,
        })),
      );
    case "DescribeAvailabilityZones":
      return xml(
        "availabilityZoneInfo",
        (answers.zones[region] ?? []).map((ZoneId) => ({ ZoneId, RegionName: region })),
      );
    case "GetParametersByPath":
      return json(
        "Parameters",
        (answers.parameters[input.Path] ?? []).map((Value) => ({ Name: `${input.Path}/${Value}`, Value })),
      );
    case "ListAWSDefaultServiceQuotas":
      return json("Quotas", answers.quotas[input.ServiceCode] ?? []);
    case "GetProducts": {
      const code = input.Filters.find(({ Field }: Json) => Field === "regionCode")?.Value;
      return json(
        "PriceList",
        (answers.products[code] ?? []).map((product) => JSON.stringify(product)),
      );
    }
    default: {
      const text = answers.files[operation.slice("GET ".length).replace(/\?.*$/, "")];
      response.statusCode = text === undefined ? 404 : 200;
      response.end(text);
    }
  }
}

function paged(rows: readonly Json[], token: string | null): [page: readonly Json[], next: string | null] {
  const first = Number(token ?? 0);
  const next = first + PAGE;
  return [rows.slice(first, next), next < rows.length ? String(next) : null];
}

/** As EC2 writes XML: names begin small, and each of a list is an item. */
function element(name: string, value: Json): string {
  const inside = Array.isArray(value)
    ? value.map((one) => element("item", one)).join("")
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([key, one]) => element(key.charAt(0).toLowerCase() + key.slice(1), one))
          .join("")
      : String(value);
  return `<${name}>${inside}</${name}>`;
}
