import { asciiDomain } from '#lib/text/rules.ts';

/** Mail domains as they were typed: one a line, or with commas, blanks or `@` between. */
export function parseMailDomains(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/u)
        .map((domain) => domain.replace(/^@/, ''))
        .filter(Boolean),
    ),
  ];
}

/** The first that is no mail domain, or null. */
export function invalidMailDomain(domains: string[]): string | null {
  return domains.find((domain) => !asciiDomain(domain)?.includes('.')) ?? null;
}
