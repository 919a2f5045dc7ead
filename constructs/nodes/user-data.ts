import type { BootScript } from "./boot-scripts";
import { hasToken } from "./encoded-text";

/** Fixed, so that the same settings give the same bytes. */
const BOUNDARY = "railyard-node-user-data";

/** EC2 takes 16 KiB before encoding; EKS adds its own NodeConfig with the cluster's certificate. */
const MAX_BYTES = 16 * 1024 - 3 * 1024;

/**
 * User data of an AL2023 node: one NodeConfig and scripts, as MIME text. nodeadm reads the NodeConfig before
 * cloud-init, cloud-init runs the scripts, then nodeadm sets up disks and starts containerd and kubelet.
 * EKS puts its own NodeConfig before this one, and the later one wins.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html#launch-template-user-data
 * @see https://github.com/awslabs/amazon-eks-ami/blob/main/nodeadm/internal/configprovider/mime.go
 */
export function userData(nodeConfig: string, scripts: readonly BootScript[]): string {
  return multipart([part(["Content-Type: application/node.eks.aws"], nodeConfig), ...scripts.map(scriptPart)]);
}

/** User data of a node without nodeadm: scripts alone, which cloud-init runs. */
export const scriptsUserData = (scripts: readonly BootScript[]): string => multipart(scripts.map(scriptPart));

const scriptPart = ({ name, text }: BootScript): string =>
  part(
    ['Content-Type: text/x-shellscript; charset="us-ascii"', `Content-Disposition: attachment; filename="${name}"`],
    text,
  );

function multipart(parts: readonly string[]): string {
  const text = [
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
    "",
    ...parts,
    `--${BOUNDARY}--`,
    "",
  ].join("\n");
  checkSize(text);
  return text;
}

function part(headers: readonly string[], body: string): string {
  const where = headers.at(-1);
  if (body.includes(`--${BOUNDARY}`))
    throw new Error(`user data: a part (${where}) contains the line "--${BOUNDARY}", which separates parts; reword it`);
  const odd = /[^\t\n\x20-\x7e]/.exec(body);
  if (odd)
    throw new Error(
      `user data: a part (${where}) contains ${JSON.stringify(odd[0])}; keep to ASCII and LF, other bytes may not survive the merge by EKS`,
    );
  return [`--${BOUNDARY}`, ...headers, "", body].join("\n");
}

function checkSize(text: string): void {
  // With tokens the length is known only after plan, and EC2 checks it then.
  if (!hasToken(text) && text.length > MAX_BYTES)
    throw new Error(
      `user data: ${text.length} bytes, at most ${MAX_BYTES} fit beside what EKS adds; load long scripts from a bucket or bake an image`,
    );
}
