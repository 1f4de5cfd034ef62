import { CLAIM_VALUE_MAX, TITLE_MAX } from '#lib/text/constants.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { codePoints } from '#lib/text/text.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What is read of one claim, at most: a person may be in many groups of a large organization. */
const VALUES_MAX = 500;

/** The claim of this name, or what its parts lead to (`realm_access.roles`); some names have dots themselves. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      claims,
    );
}

/** The values of a claim: one, or those of a list; without longer ones, which are in no rule. */
export function claimValues(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name);
  const values = (Array.isArray(value) ? value : [value]).slice(0, VALUES_MAX);
  const texts = values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  );
  return [...new Set(texts)].filter((text) => text !== '' && codePoints(text) <= CLAIM_VALUE_MAX);
}

/** A name as a profile may have it; empty where the provider has none. */
function nameIn(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? [...value.trim()].slice(0, TITLE_MAX).join('') : '';
}

/** First and last name, where the provider says them. */
export const namesIn = (claims: Claims): { firstName: string; lastName: string } => ({
  firstName: nameIn(claims, 'given_name') || nameIn(claims, 'name'),
  lastName: nameIn(claims, 'given_name') ? nameIn(claims, 'family_name') : '',
});
