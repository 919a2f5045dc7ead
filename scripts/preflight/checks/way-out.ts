import type { PreflightCheck } from "../check";
import { askWayOut, WAY_OUT_TITLE } from "../outbound/way-out";

/** No call to AWS. */
export const WAY_OUT: PreflightCheck = {
  id: "network/way-out",
  title: WAY_OUT_TITLE,
  actions: [],
  run: ({ environment, hosts }) => askWayOut(environment, hosts),
};
