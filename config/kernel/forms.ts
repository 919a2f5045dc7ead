interface Form {
  /** What a text of this form must be, with an example. */
  readonly must: string;
  /** What to write, where no schema says what the key means. */
  readonly fix: string;
}

/** Forms of texts that have a name: their patterns are for programs. */
export const FORMS: Readonly<Record<string, Form>> = {
  email: { must: "must be an email address, such as ops@example.com", fix: "write name@domain, and one address alone" },
  url: {
    must: "must be an address, such as https://example.com",
    fix: "write it whole: the scheme, the host, and the port where it is another one",
  },
  date: {
    must: "must be a day, such as 2026-12-31",
    fix: "write year-month-day, with two digits for month and day",
  },
  datetime: {
    must: "must be a moment, such as 2026-12-31T12:00:00Z",
    fix: "write the day, a T, the time with seconds, and Z or an offset",
  },
  cidrv4: {
    must: "must be an IPv4 block, such as 10.20.0.0/16",
    fix: "write the first address of the block and its length",
  },
};
