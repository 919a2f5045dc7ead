import type { ResolvedOutbound } from "../../../config/outbound/outbound";
import { checkedForm } from "../../lib/files/checked-form";
import { askHosts } from "../../preflight/outbound/ask-host";
import {
  recordedHosts,
  recordedHostsSchema,
  replayedHosts,
  type AskHost,
  type RecordedHosts,
} from "../../preflight/outbound/host-question";

export interface HostsProps {
  /** What a recording has of hosts. @default - nothing */
  readonly replayed?: readonly unknown[] | undefined;
  /** Hosts themselves are asked, and no recording. */
  readonly live: boolean;
  readonly signal: AbortSignal;
}

export interface Hosts {
  readonly ask: AskHost;
  /** For a recording: what was answered, where anybody was asked. */
  readonly answered: () => { readonly hosts?: RecordedHosts };
}

/** How hosts outside are asked, or who answers for them. @throws DocumentError for a recording of another form */
export function hostsOf({ authorities }: ResolvedOutbound, { replayed, live, signal }: HostsProps): Hosts {
  if (!live) {
    const what = "a recording of what hosts answered";
    const form = { name: "--replay", fix: "Record it anew with --record.", what };
    return { ask: replayedHosts(checkedForm(recordedHostsSchema, replayed ?? [], form)), answered: () => ({}) };
  }
  const answers: RecordedHosts = [];
  const ask = recordedHosts(askHosts({ authorities: authorities.map(({ pem }) => pem), signal }), answers);
  return { ask, answered: () => (answers.length > 0 ? { hosts: answers } : {}) };
}
