import { RETENTION_TAG } from "../storage/checkpoint-retention";
import { scriptFile } from "../core/script-file";

/**
 * Bash that tags the checkpoints of the cold tier. It deletes nothing: lifecycle does, by tag and age.
 *
 * One object, the last by name, speaks for its checkpoint, so that an hour costs one request for each and not one for
 * each object. It gets `superseded` before the others, so that a run that was cut short shows and can be taken back, and
 * any other tag after them. Objects that stay untagged are seen when the tagged ones have expired.
 */
export const tagObjects = (): string => scriptFile("platform/files/tag-objects.sh", { values: { tag: RETENTION_TAG } });
