import { askWayOut, WAY_OUT_TITLE } from "../../outbound/way-out";
import type { ClusterCheck } from "../check";

/** No question to the cluster. */
export const CLUSTER_WAY_OUT: ClusterCheck = {
  id: "cluster/way-out",
  title: WAY_OUT_TITLE,
  actions: [],
  run: ({ env, hosts }) => askWayOut(env, hosts),
};
