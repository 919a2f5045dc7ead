import type { ClientOptions } from "./access";
import { SignedClient, type SignedCommand, type SignedRequest } from "./signed-client";

/** Where an account keeps what X-Ray takes. */
export interface TraceSegmentDestination {
  /** `XRay` or `CloudWatchLogs`. */
  readonly Destination?: string;
  /** `PENDING` or `ACTIVE`. */
  readonly Status?: string;
}

/** AWS X-Ray. @see https://docs.aws.amazon.com/xray/latest/api/API_Operations.html */
export class XRayClient extends SignedClient {
  constructor(options: ClientOptions) {
    super("xray", options);
  }
}

/** @see https://docs.aws.amazon.com/xray/latest/api/API_GetTraceSegmentDestination.html */
export class GetTraceSegmentDestinationCommand implements SignedCommand<TraceSegmentDestination> {
  readonly input = {};

  request(): SignedRequest {
    return {
      method: "POST",
      path: "/GetTraceSegmentDestination",
      headers: { "content-type": "application/json" },
      body: "{}",
    };
  }

  output(json: object): TraceSegmentDestination {
    return json as TraceSegmentDestination;
  }
}
