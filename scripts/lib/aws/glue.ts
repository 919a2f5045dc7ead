import type { ClientOptions } from "./access";
import { SignedClient, type SignedCommand, type SignedRequest } from "./signed-client";

/** What the catalogue says of a table, as far as a version of its data follows from it. */
export interface GlueTable {
  readonly VersionId?: string;
  readonly Parameters?: Readonly<Record<string, string>>;
}

/** The catalogue of AWS Glue. @see https://docs.aws.amazon.com/glue/latest/dg/aws-glue-api-catalog.html */
export class GlueClient extends SignedClient {
  constructor(options: ClientOptions) {
    super("glue", options);
  }
}

/** A table. @see https://docs.aws.amazon.com/glue/latest/webapi/API_GetTable.html */
export class GetTableCommand implements SignedCommand<{ readonly Table?: GlueTable }> {
  constructor(readonly input: { readonly DatabaseName: string; readonly Name: string }) {}

  request(): SignedRequest {
    const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": "AWSGlue.GetTable" };
    return { method: "POST", path: "/", headers, body: JSON.stringify(this.input) };
  }

  output(json: object): { readonly Table?: GlueTable } {
    return json as { readonly Table?: GlueTable };
  }
}
