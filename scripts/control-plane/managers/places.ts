import type { ManagerConfig, Places } from "./manager";

/** The loopback address, on which all of it runs. */
export const LOCAL = "127.0.0.1";

/**
 * A configuration of the form that managers of Kubernetes' own projects have, at addresses of this machine. There is one replica, and
 * its certificate is the one that the API server has here.
 */
export const usualConfig = (config: ManagerConfig, places: Places): ManagerConfig => ({
  ...atPlaces(config, places),
  webhook: { ...part(config, "webhook"), host: LOCAL, port: places.webhook, certDir: places.certificates },
  internalCertManagement: { ...part(config, "internalCertManagement"), enable: false },
});

/** The same of Trainer, which looks for certificates in the folder for temporary files alone. */
export const trainerConfig = (config: ManagerConfig, places: Places): ManagerConfig => ({
  ...atPlaces(config, places),
  webhook: { ...part(config, "webhook"), host: LOCAL, port: places.webhook },
  certManagement: { ...part(config, "certManagement"), enable: false },
});

/** The same of Kueue, which makes its certificate itself. What was used counts at once, and not after minutes. */
export const kueueConfig = (config: ManagerConfig, places: Places): ManagerConfig => ({
  ...atPlaces(config, places),
  namespace: places.namespace,
  webhook: { ...part(config, "webhook"), host: LOCAL, port: places.webhook, certDir: places.certificates },
  ...(config["admissionFairSharing"] !== undefined && {
    admissionFairSharing: { ...part(config, "admissionFairSharing"), usageSamplingInterval: "1s" },
  }),
});

const atPlaces = (config: ManagerConfig, { health, metrics }: Places): ManagerConfig => ({
  ...config,
  health: { ...part(config, "health"), healthProbeBindAddress: health },
  metrics: { ...part(config, "metrics"), bindAddress: metrics },
  leaderElection: { ...part(config, "leaderElection"), leaderElect: false },
});

const part = (config: ManagerConfig, key: string): object => (config[key] ?? {}) as object;
