import { certificateAlerts } from "../../../constructs/alerts/certificates";
import { describeAlerts } from "../../helpers/alert-cases";

const LABELS = 'namespace="cert-manager",exported_namespace="slinky",name="webhook"';
const renewal = `certmanager_certificate_renewal_timestamp_seconds{${LABELS}}`;
const expiry = `certmanager_certificate_expiration_timestamp_seconds{${LABELS}}`;
const DAY = 86_400;

describeAlerts(certificateAlerts(), {
  CertificateRenewalLate: {
    fires: { [renewal]: "60x500" },
    before: "390m",
    after: "401m",
    labels: { exported_namespace: "slinky", name: "webhook" },
    value: "6h 40m 0s",
    // never issued; the other one is renewed in time
    silent: { [renewal]: "0x500", 'certmanager_certificate_renewal_timestamp_seconds{name="other"}': `${DAY}x500` },
  },
  CertificateExpires: {
    fires: { [renewal]: "60x500", [expiry]: `${2 * DAY}x500` },
    before: "390m",
    after: "401m",
    labels: { exported_namespace: "slinky", name: "webhook" },
    value: "1d 17h 19m 0s",
    // one of two days, which is renewed each day
    silent: { [renewal]: `${DAY}x500`, [expiry]: `${2 * DAY}x500` },
  },
});
