/** Keys and tokens that their makers let begin with something of their own. */
export interface SecretPrefix {
  /** Whose it is, as people call it. */
  readonly of: string;
  /** What it begins with, in this case. */
  readonly prefixes: readonly string[];
  /** Characters that follow at least; fewer are the beginning of another word. */
  readonly least: number;
}

/**
 * Prefixes and lengths of tokens. Facts are of the rule list of gitleaks (MIT) as of 2026-07-22, commit b58d3f1; lengths are
 * the shortest that any of its rules asks for, and less where a maker has shorter ones.
 * @see https://github.com/gitleaks/gitleaks/blob/b58d3f102cf3a2c84cb7f923d05c25c9b1aed84b/config/gitleaks.toml
 */
export const SECRET_PREFIXES: readonly SecretPrefix[] = [
  { of: "1Password", prefixes: ["ops_eyJ"], least: 100 },
  { of: "Adobe", prefixes: ["p8e-"], least: 32 },
  { of: "age", prefixes: ["AGE-SECRET-KEY-"], least: 20 },
  { of: "Alibaba Cloud", prefixes: ["LTAI"], least: 16 },
  { of: "Amazon Bedrock", prefixes: ["ABSK", "bedrock-api-key-"], least: 20 },
  { of: "Artifactory", prefixes: ["AKCp", "cmVmd"], least: 58 },
  { of: "Atlassian", prefixes: ["ATATT3", "ATCTT3"], least: 20 },
  { of: "ClickHouse", prefixes: ["4b1d"], least: 38 },
  { of: "Clojars", prefixes: ["CLOJARS_"], least: 30 },
  { of: "Cloudflare", prefixes: ["v1.0-"], least: 24 },
  { of: "Databricks", prefixes: ["dapi"], least: 32 },
  { of: "Defined Networking", prefixes: ["dnkey-"], least: 26 },
  { of: "DigitalOcean", prefixes: ["doo_v1_", "dop_v1_", "dor_v1_"], least: 32 },
  { of: "Docker", prefixes: ["dckr_pat_", "dckr_oat_"], least: 20 },
  { of: "Doppler", prefixes: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa."], least: 30 },
  { of: "Duffel", prefixes: ["duffel_test_", "duffel_live_"], least: 30 },
  { of: "Dynatrace", prefixes: ["dt0c01.", "dt0s16."], least: 24 },
  { of: "EasyPost", prefixes: ["EZAK", "EZTK"], least: 54 },
  { of: "Facebook", prefixes: ["EAAM", "EAAC"], least: 60 },
  { of: "Flutterwave", prefixes: ["FLWSECK_TEST-", "FLWSECK-"], least: 12 },
  { of: "Fly.io", prefixes: ["fo1_", "fm1a_", "fm1r_", "fm2_"], least: 40 },
  { of: "Frame.io", prefixes: ["fio-u-"], least: 40 },
  { of: "GitLab", prefixes: ["glpat-", "gldt-", "glrt-", "glft-", "glsoat-", "glptt-", "GR1348941"], least: 20 },
  { of: "GitLab", prefixes: ["glcbt-", "glffct-", "glimt-", "glagent-", "gloas-"], least: 20 },
  { of: "Google", prefixes: ["AIza"], least: 30 },
  { of: "Grafana", prefixes: ["glc_", "glsa_"], least: 30 },
  { of: "Heroku", prefixes: ["HRKU-"], least: 30 },
  { of: "Hugging Face", prefixes: ["hf_", "api_org_"], least: 30 },
  { of: "Infracost", prefixes: ["ico-"], least: 32 },
  { of: "Linear", prefixes: ["lin_api_"], least: 32 },
  { of: "Mailgun", prefixes: ["key-"], least: 32 },
  { of: "New Relic", prefixes: ["NRAK-", "NRII-", "NRJS-", "NRAL-"], least: 19 },
  { of: "Notion", prefixes: ["ntn_"], least: 40 },
  { of: "npm", prefixes: ["npm_"], least: 30 },
  { of: "Octopus Deploy", prefixes: ["API-"], least: 26 },
  { of: "OpenAI, Anthropic and others", prefixes: ["sk-"], least: 20 },
  { of: "OpenShift", prefixes: ["sha256~"], least: 40 },
  { of: "Perplexity", prefixes: ["pplx-"], least: 32 },
  { of: "PlanetScale", prefixes: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"], least: 30 },
  { of: "Postman", prefixes: ["PMAK-"], least: 24 },
  { of: "Prefect", prefixes: ["pnu_", "pnb_"], least: 30 },
  { of: "Pulumi", prefixes: ["pul-"], least: 40 },
  { of: "PyPI", prefixes: ["pypi-"], least: 30 },
  { of: "Readme", prefixes: ["rdme_"], least: 40 },
  { of: "RubyGems", prefixes: ["rubygems_"], least: 40 },
  { of: "Scalingo", prefixes: ["tk-us-"], least: 40 },
  { of: "Sendgrid", prefixes: ["SG."], least: 20 },
  { of: "Brevo", prefixes: ["xkeysib-", "xsmtpsib-"], least: 40 },
  { of: "Sentry", prefixes: ["sntrys_", "sntryu_"], least: 40 },
  { of: "SettleMint", prefixes: ["sm_aat_", "sm_pat_", "sm_sat_"], least: 16 },
  { of: "Shippo", prefixes: ["shippo_live_", "shippo_test_"], least: 32 },
  { of: "Shopify", prefixes: ["shpat_", "shpca_", "shppa_", "shpss_"], least: 32 },
  { of: "Slack", prefixes: ["xapp-", "xoxe-", "xoxe.", "xoxo-"], least: 20 },
  { of: "Sonar", prefixes: ["squ_", "sqp_", "sqa_"], least: 32 },
  { of: "Sourcegraph", prefixes: ["sgp_"], least: 40 },
  { of: "Square", prefixes: ["sq0atp-", "sq0csp-", "EAAA"], least: 22 },
  { of: "Stripe", prefixes: ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"], least: 10 },
  { of: "Stripe webhooks", prefixes: ["whsec_"], least: 24 },
  { of: "Terraform Cloud", prefixes: ["atlasv1."], least: 40 },
  { of: "Typeform", prefixes: ["tfp_"], least: 40 },
  { of: "Vault", prefixes: ["hvs.", "hvb.", "hvr."], least: 20 },
  { of: "Yandex", prefixes: ["AQVN"], least: 35 },
];
