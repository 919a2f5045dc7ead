import { AutoscalingSchedule } from "@cdktf/provider-aws/lib/autoscaling-schedule";
import { Construct } from "constructs";
import { textHash } from "../core/text-hash";

/** Something that happens again and again. */
export interface RecurringMoment {
  /** Cron in the time zone: `0 19 * * 1,2,3,4,5`. */
  readonly recurrence: string;
  /** First time, in UTC, itself a time that the recurrence says: `2026-12-24T18:00:00Z`. @default - the next one */
  readonly first?: string;
}

export interface NodeHoursProps {
  readonly autoScalingGroupName: string;
  /** Hours in which nodes run. @default - day and night */
  readonly hours?: {
    /** Of the IANA database; Auto Scaling follows its clock changes. */
    readonly timeZone: string;
    readonly on: RecurringMoment;
    readonly off: RecurringMoment;
    /** Nodes that are started. */
    readonly nodes: number;
    /** Why the first times are told: whoever takes it back gets other actions. @default - they are not */
    readonly pausedUntil?: string;
  };
  /**
   * Moment, in UTC, from which there are no nodes any more. It must be in the future: AWS refuses others.
   * @default - never
   */
  readonly expires?: string;
}

/** Left out of a scheduled action: the size stays as it is. */
const AS_IT_IS = -1;

/**
 * Starts and stops the nodes of a group by the clock. Auto Scaling gives each node that goes to EKS first, which drains it.
 *
 * An action that comes again is never changed, but replaced: its name follows from what it says. For the provider keeps a
 * time that config does not give any more, and sends the next time of the old recurrence with the new one.
 * @see https://github.com/hashicorp/terraform-provider-aws/issues/38983
 * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html
 * @see https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/autoscaling/schedule.go
 */
export class NodeHours extends Construct {
  constructor(scope: Construct, id: string, props: NodeHoursProps) {
    super(scope, id);
    const { autoScalingGroupName, hours, expires } = props;
    if (hours) {
      this.recurring("on", hours.on, hours.nodes, props);
      this.recurring("off", hours.off, 0, props);
    }
    if (expires === undefined) return;
    new AutoscalingSchedule(this, "expires", {
      scheduledActionName: "railyard-expires",
      autoscalingGroupName: autoScalingGroupName,
      startTime: expires,
      // a least size above zero would keep the nodes
      minSize: 0,
      maxSize: AS_IT_IS,
      desiredCapacity: 0,
    });
  }

  private recurring(
    id: "on" | "off",
    { recurrence, first }: RecurringMoment,
    nodes: number,
    { autoScalingGroupName, hours, expires }: NodeHoursProps,
  ): void {
    const values = [recurrence, hours?.timeZone, nodes, hours?.pausedUntil, expires];
    new AutoscalingSchedule(this, id, {
      scheduledActionName: `railyard-hours-${id}-${hash(values)}`,
      autoscalingGroupName: autoScalingGroupName,
      recurrence,
      timeZone: hours?.timeZone,
      // once it has passed, AWS answers with the next time of the recurrence: it is given while it is ahead
      ...(first !== undefined && { startTime: first }),
      ...(expires !== undefined && { endTime: expires }),
      minSize: AS_IT_IS,
      maxSize: AS_IT_IS,
      desiredCapacity: nodes,
    });
  }
}

/** Not of the first time: it goes by, and nothing is to be replaced for that. */
const hash = (values: readonly unknown[]): string => textHash(JSON.stringify(values));
