import { asciiDomain } from '#lib/text/rules.ts';

/** Mail domains from typed text: separated by lines, commas, blanks or `@`. */
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

/** The first invalid mail domain, or null. */
export function invalidMailDomain(domains: string[]): string | null {
  return domains.find((domain) => !asciiDomain(domain)?.includes('.')) ?? null;
}
