import type { ClientOptions } from "./access";
import { SignedClient, type SignedCommand, type SignedRequest } from "./signed-client";

/** A trust anchor: whose certificates the account trusts. */
export interface TrustAnchor {
  readonly trustAnchorArn?: string;
  readonly name?: string;
  readonly enabled?: boolean;
  readonly source?: {
    readonly sourceType?: string;
    readonly sourceData?: { readonly x509CertificateData?: string; readonly acmPcaArn?: string };
  };
}

/** A profile: which roles certificates lead to. */
export interface Profile {
  readonly profileArn?: string;
  readonly name?: string;
  readonly enabled?: boolean;
  readonly roleArns?: readonly string[];
  readonly acceptRoleSessionName?: boolean;
}

interface Page {
  readonly nextToken?: string;
}

/** IAM Roles Anywhere. @see https://docs.aws.amazon.com/rolesanywhere/latest/APIReference/Welcome.html */
export class RolesAnywhereClient extends SignedClient {
  constructor(options: ClientOptions) {
    super("rolesanywhere", options);
  }
}

abstract class ListCommand<Output extends object> implements SignedCommand<Output> {
  constructor(
    readonly input: Page,
    private readonly path: string,
  ) {}

  request(): SignedRequest {
    const { nextToken } = this.input;
    return { method: "GET", path: this.path, ...(nextToken !== undefined && { query: { nextToken } }) };
  }

  output(json: object): Output {
    return json as Output;
  }
}

/** A page of trust anchors. */
export class ListTrustAnchorsCommand extends ListCommand<Page & { readonly trustAnchors?: readonly TrustAnchor[] }> {
  constructor(input: Page = {}) {
    super(input, "/trustanchors");
  }
}

/** A page of profiles. */
export class ListProfilesCommand extends ListCommand<Page & { readonly profiles?: readonly Profile[] }> {
  constructor(input: Page = {}) {
    super(input, "/profiles");
  }
}

/** Every trust anchor of the account in a Region. */
export const trustAnchors = (client: RolesAnywhereClient): Promise<readonly TrustAnchor[]> =>
  everyPage(
    (nextToken) => client.send(new ListTrustAnchorsCommand(nextToken)),
    (page) => page.trustAnchors,
  );

/** Every profile of the account in a Region. */
export const profiles = (client: RolesAnywhereClient): Promise<readonly Profile[]> =>
  everyPage(
    (nextToken) => client.send(new ListProfilesCommand(nextToken)),
    (page) => page.profiles,
  );

async function everyPage<Answer extends Page, Row>(
  ask: (input: Page) => Promise<Answer>,
  rowsOf: (page: Answer) => readonly Row[] | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let input: Page = {};
  for (;;) {
    const page = await ask(input);
    rows.push(...(rowsOf(page) ?? []));
    if (!page.nextToken) return rows;
    input = { nextToken: page.nextToken };
  }
}
