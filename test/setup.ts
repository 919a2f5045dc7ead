import stackTrace = require("cdktf/lib/tokens/private/stack-trace");

// cdktf records a full stack trace for every token; nobody reads them in a test (1.7 times less CPU without).
Object.assign(stackTrace, { captureStackTrace: () => [] });
