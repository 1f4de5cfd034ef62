import type { LinkPrincipal } from '#server/access/policy/principals.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { passwordFingerprint } from './link-pass.ts';
import { activeLinks } from './share-link.repo.ts';

const SEPARATOR = ',';
const MARK = '=';

const idOf = (principal: string) => principal.slice('link:'.length);

/**
 * Links that a caller holds now, as a job stores them to check again later: each with a fingerprint of its
 * password.
 */
export async function serializeActiveLinks(
  trx: Transaction,
  opened: readonly LinkPrincipal[],
): Promise<string> {
  if (opened.length === 0) return '';
  const links = await activeLinks(trx, opened.map(idOf));
  return links
    .map((link) => `link:${link.id}${MARK}${passwordFingerprint(link.password_hash)}`)
    .join(SEPARATOR);
}

/**
 * Those of the links that are still active: not revoked or expired, made by somebody who may still share,
 * with the same password.
 */
export async function activeSerializedLinks(
  database: Database | Transaction,
  text: string,
): Promise<LinkPrincipal[]> {
  const linkMarks = text.split(SEPARATOR).filter((one) => one.startsWith('link:'));
  if (linkMarks.length === 0) return [];
  const marks = new Map(
    linkMarks.map((one) => {
      const [principal = '', mark] = one.split(MARK);
      return [idOf(principal), mark];
    }),
  );
  const links = await activeLinks(database, [...marks.keys()]);
  return links
    .filter(({ id, password_hash }) => {
      const mark = marks.get(id);
      // A job of an earlier version stored none.
      return mark === undefined || mark === passwordFingerprint(password_hash);
    })
    .map(({ id }): LinkPrincipal => `link:${id}`);
}
