import type { Scene, Told } from "./scene";
import { openedAccess } from "./security-access";
import { openedClusters, openedRules } from "./security-ingress";
import { openedPolicies } from "./security-policies";
import { openedLogin, openedServices } from "./security-services";
import { openedSettings } from "./security-settings";
import { openedWays } from "./security-routes";
import { openedObjects } from "./security-objects";
import { openedReleases } from "./security-releases";
import { strangers } from "./security-strangers";
import { watched } from "./security-watch";

/** What opens, and what closes: traffic, endpoints, rights, protection. */
export function security(scene: Scene): Told[] {
  return [
    ...openedRules(scene),
    ...openedClusters(scene),
    ...openedLogin(scene),
    ...openedServices(scene),
    ...openedPolicies(scene),
    ...openedAccess(scene),
    ...strangers(scene),
    ...openedReleases(scene),
    ...openedObjects(scene),
    ...openedWays(scene),
    ...openedSettings(scene),
    ...watched(scene),
  ];
}
