import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** Prometheus keeps `namespace` for cert-manager's own pod. */
const EACH = "max by (exported_namespace, name)";
const WHICH = "{{ $labels.exported_namespace }}/{{ $labels.name }}";

const RENEWAL = `${EACH} (certmanager_certificate_renewal_timestamp_seconds)`;
const EXPIRY = `${EACH} (certmanager_certificate_expiration_timestamp_seconds)`;

/** cert-manager renews at the time that it names itself, and tries again for hours after a failure. */
const LATE_SECONDS = 6 * 3600;

/** Long enough to repair it on the working day after a weekend. */
const SOON_SECONDS = 3 * 86_400;

const ALERTS: readonly Alert[] = [
  {
    name: "CertificateRenewalLate",
    // a certificate that was never issued has no time, which is written as 0
    expr: `time() - (${RENEWAL} > 0) > ${LATE_SECONDS}`,
    for: "30m",
    summary: `Certificate ${WHICH} should have been renewed {{ $value | humanizeDuration }} ago`,
    description: "It is still valid, and cert-manager cannot make the next one.",
  },
  {
    name: "CertificateExpires",
    // one of few days is always near its end: only one whose renewal is late is news
    expr: `((${EXPIRY} > 0) - time() < ${SOON_SECONDS}) and (time() - ${RENEWAL} > ${LATE_SECONDS})`,
    for: "30m",
    summary: `Certificate ${WHICH} expires in {{ $value | humanizeDuration }}, and is not renewed`,
    description: "Webhooks that it is for then refuse every object of their kinds, and their pods cannot start.",
  },
];

/** Certificates that cert-manager looks after. */
export const certificateAlerts = (): RuleGroup[] => [{ name: "railyard-certificates", rules: ALERTS.map(alertRule) }];
