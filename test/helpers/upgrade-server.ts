import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetch } from "../../scripts/lib/charts/repositories";
import { setEnv } from "./process-env";

/** What EKS, Systems Manager and repositories of charts answer. */
export interface Offer {
  /** Rows of DescribeClusterVersions; days as seconds. */
  readonly clusterVersions?: readonly object[];
  /** Add-on → version → minors that it fits. */
  readonly addons?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Name → value of public parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** `<host>/<path>` → text, such as an index; what begins with `401 ` asks for a token first. */
  readonly files?: Readonly<Record<string, string>>;
  /** Operations that AWS refuses, such as `DescribeAddonVersions`. */
  readonly denied?: readonly string[];
}

export interface UpgradeServer {
  /** Environment in which the SDK asks this server. */
  readonly env: Readonly<Record<string, string>>;
  /** A fetch whose every host is this server. */
  readonly fetch: Fetch;
  /** What was asked, such as `GET ghcr.io/v2/…`. */
  readonly asked: string[];
}

export const seconds = (day: string): number => Date.parse(day) / 1000;

/** A row of DescribeClusterVersions. */
export const clusterVersion = (minor: string, standard: string, extended: string): object => ({
  clusterVersion: minor,
  clusterType: "eks",
  releaseDate: seconds("2026-10-01"),
  endOfStandardSupportDate: seconds(standard),
  endOfExtendedSupportDate: seconds(extended),
});

/** Runs something with a real HTTP server that speaks the little that upgrades ask. */
export async function withUpgradeServer<T>(offer: Offer, use: (server: UpgradeServer) => Promise<T>): Promise<T> {
  const asked: string[] = [];
  const server = serve(offer, asked);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    AWS_ENDPOINT_URL: origin,
    AWS_ACCESS_KEY_ID: "testing",
    AWS_SECRET_ACCESS_KEY: "testing",
    AWS_REGION: "us-east-1",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  };
  const restore = setEnv(env);
  try {
    const through: Fetch = (url, init) => fetch(url.replace(/^https:\//, origin), init);
    return await use({ env, fetch: through, asked });
  } finally {
    restore();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

function serve(offer: Offer, asked: string[]): Server {
  return createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://server");
      const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
      const operation =
        target ??
        { "/cluster-versions": "DescribeClusterVersions", "/addons/supported-versions": "DescribeAddonVersions" }[
          url.pathname
        ];
      asked.push(operation ?? `${request.method} ${url.pathname.slice(1)}${url.search}`);
      const reply = (status: number, json: unknown, headers: Record<string, string> = {}) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(typeof json === "string" ? json : JSON.stringify(json));
      };
      if (operation === undefined) return void file(offer, url, request.headers.authorization, reply);
      if (offer.denied?.includes(operation))
        return reply(403, { message: "no" }, { "x-amzn-errortype": "AccessDeniedException" });
      reply(200, answer(offer, operation, url, body));
    });
  });
}

function answer(
  { clusterVersions = [], addons = {}, parameters = {} }: Offer,
  operation: string,
  url: URL,
  body: string,
) {
  if (operation === "DescribeClusterVersions") {
    // two pages, as AWS may
    const rest = url.searchParams.get("nextToken") !== null;
    return rest
      ? { clusterVersions: clusterVersions.slice(1) }
      : { clusterVersions: clusterVersions.slice(0, 1), nextToken: "more" };
  }
  if (operation === "DescribeAddonVersions") {
    const addonName = url.searchParams.get("addonName") ?? "";
    const addonVersions = Object.entries(addons[addonName] ?? {}).map(([addonVersion, minors]) => ({
      addonVersion,
      compatibilities: minors.map((each) => ({ clusterVersion: each })),
    }));
    return { addons: [{ addonName, addonVersions }] };
  }
  const { Names = [] } = JSON.parse(body || "{}") as { Names?: string[] };
  if (Names.length > 10) throw new Error("GetParameters takes 10 names");
  return {
    Parameters: Names.filter((name) => name in parameters).map((Name) => ({ Name, Value: parameters[Name] })),
    InvalidParameters: Names.filter((name) => !(name in parameters)),
  };
}

type Reply = (status: number, json: unknown, headers?: Record<string, string>) => void;

function file({ files = {} }: Offer, url: URL, authorization: string | undefined, reply: Reply): void {
  if (url.pathname.endsWith("/token")) return reply(200, { token: `for ${url.searchParams.get("scope")}` });
  const name = `${url.pathname.slice(1)}${url.searchParams.has("last") ? "?last" : ""}`;
  const text = files[name];
  if (text === undefined) return reply(404, { errors: [] });
  const closed = text.startsWith("401 ");
  if (closed && !authorization?.startsWith("Bearer for repository:"))
    return reply(
      401,
      {},
      { "www-authenticate": 'Bearer realm="https://auth.test/token",service="s",scope="repository:x:pull"' },
    );
  const own = closed ? text.slice(4) : text;
  const more = files[`${name}?last`] !== undefined;
  reply(200, own, more ? { link: `</${name.split("/").slice(1).join("/")}?last=1>; rel="next"` } : {});
}
