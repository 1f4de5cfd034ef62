import type { HubGroup } from '#lib/contract/group.ts';
import { CLAIM_NAME_MAX, CLAIM_VALUE_MAX } from '#lib/text/constants.ts';
import { codePoints } from '#lib/text/text.ts';

type Claim = HubGroup['join_claims'][number];

/** What is typed of a group's claims, one a line: `groups: board`; with the first line that is none, and the first too long. */
export function parseClaims(text: string): { claims: Claim[]; wrong: string | null; long: string | null } {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
  const claims: Claim[] = [];
  let wrong: string | null = null;
  let long: string | null = null;
  for (const line of lines) {
    const [name = '', ...rest] = claimParts(line);
    const value = rest.join('').trim();
    if (!name || !value) wrong ??= line;
    else if (codePoints(name) > CLAIM_NAME_MAX || codePoints(value) > CLAIM_VALUE_MAX) long ??= line;
    else claims.push({ name, value });
  }
  return { claims, wrong, long };
}

/** Name and value. A name may be an address (`https://hub.example.org/roles: board`): a blank follows the colon after it. */
function claimParts(line: string): string[] {
  const at = /^(?:[a-z]+:\/\/\S*?|[^:]*):(?!\/\/)/.exec(line)?.[0].length ?? 0;
  return at === 0 ? [''] : [line.slice(0, at - 1).trim(), line.slice(at)];
}

/** The same text of stored claims. */
export const writeClaims = (claims: readonly Claim[]): string =>
  claims.map(({ name, value }) => `${name}: ${value}`).join('\n');
