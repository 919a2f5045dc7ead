import { Tokenization } from "cdktf";
import stackTrace = require("cdktf/lib/tokens/private/stack-trace");
import { plainFirst } from "../scripts/lib/synth/plain-values";

// cdktf records a full stack trace for every token; nobody reads them in a test (1.7 times less CPU without).
Object.assign(stackTrace, { captureStackTrace: () => [] });

// as the product synthesizes, also where a test builds a stack by itself
Tokenization.resolve = plainFirst(Tokenization.resolve);
