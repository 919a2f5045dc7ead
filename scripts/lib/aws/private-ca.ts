import type { ClientOptions } from "./access";
import { SignedClient, type SignedCommand, type SignedRequest } from "./signed-client";

/** What AWS Private CA says of an authority. */
export interface CertificateAuthority {
  readonly Status?: string;
  readonly NotAfter?: Date;
}

/** AWS Private CA. @see https://docs.aws.amazon.com/privateca/latest/APIReference/Welcome.html */
export class PrivateCaClient extends SignedClient {
  constructor(options: ClientOptions) {
    super("acm-pca", options);
  }
}

/** What an authority is and until when. @see https://docs.aws.amazon.com/privateca/latest/APIReference/API_DescribeCertificateAuthority.html */
export class DescribeCertificateAuthorityCommand implements SignedCommand<{
  readonly CertificateAuthority?: CertificateAuthority;
}> {
  constructor(readonly input: { readonly CertificateAuthorityArn: string }) {}

  request(): SignedRequest {
    const headers = {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "ACMPrivateCA.DescribeCertificateAuthority",
    };
    return { method: "POST", path: "/", headers, body: JSON.stringify(this.input) };
  }

  output(json: object): { readonly CertificateAuthority?: CertificateAuthority } {
    const { CertificateAuthority: found } = json as {
      CertificateAuthority?: { Status?: string; NotAfter?: number };
    };
    if (!found) return {};
    // the protocol writes moments as seconds since 1970
    const { Status, NotAfter } = found;
    return {
      CertificateAuthority: {
        ...(Status !== undefined && { Status }),
        ...(NotAfter !== undefined && { NotAfter: new Date(NotAfter * 1000) }),
      },
    };
  }
}
