import type { StatusPart } from "../part";
import { ALERTS } from "./alerts";
import { CAPACITY } from "./capacity";
import { DEPLOYED } from "./deployed";
import { KUEUE } from "./kueue";
import { NODES } from "./nodes";
import { QUEUE } from "./queue";
import { SLOS } from "./slos";
import { SPEND } from "./spend";
import { VERIFIED } from "./verified";

/** Parts of the screen, in its order. */
export const PARTS: readonly StatusPart[] = [NODES, ALERTS, QUEUE, KUEUE, CAPACITY, SLOS, VERIFIED, DEPLOYED, SPEND];
