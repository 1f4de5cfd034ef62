import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import { foldToken, tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import { type LanguageStems, stemsIn } from '#server/platform/indexing/stems.ts';
import { retryOnMissingRelation } from '../table/retry-on-missing-relation.ts';
import {
  type AddressedRow,
  addressColumns,
  addressesOfRows,
  type ConfirmedMember,
  type ContactReader,
  confirmedMembers,
  languagesOfHub,
  rowsByList,
  type SeenList,
  seenLists,
} from './member-contacts.repo.ts';

/** People of contact lists that are named of one member. */
const CONTACTS_MAX = 20;

/** By the ids of members; who has none is missing. */
export type MemberContacts = ReadonlyMap<string, readonly MemberContact[]>;

/**
 * The tokens of an address, each with all that it may be indexed as: a text in one of the hub's languages has its stem there.
 * Those of scripts without blanks are passed over: what the rest finds is compared anyway.
 */
function tokensOf(email: string, languages: ReadonlyMap<string, LanguageStems>): string[][] {
  return tokenize(plainText(email)).map(({ token, written, run }) => {
    if (run) return [];
    const stems = [...languages.values()].flatMap(({ stems: known }) =>
      [token, written].map((one) => known.get(one) ?? foldToken(one)),
    );
    return [...new Set([token, ...stems])];
  });
}

async function indexedTokens(
  database: Database,
  hubId: string,
  members: readonly ConfirmedMember[],
): Promise<string[][][]> {
  // An address whose domain is not in Latin letters is written in two ways.
  const emails = new Set(members.flatMap(({ email, email_key }) => [normalizedText(email), email_key]));
  const tokens = [...emails].flatMap((email) => tokenize(plainText(email)));
  const languages = await stemsIn(
    database,
    await languagesOfHub(database, hubId),
    new Set(tokens.flatMap(({ token, written }) => [token, written])),
  );
  return [...emails].map((email) => tokensOf(email, languages)).filter((tokens) => tokens.flat().length > 0);
}

const normalizedText = (email: string): string => email.normalize('NFC').toLowerCase();

/** The rows that were found, with their addresses, and the lists of theirs that the reader may see. */
async function readFound(
  database: Database,
  reader: ContactReader,
  found: ReadonlyMap<string, string[]>,
): Promise<{ lists: SeenList[]; rows: AddressedRow[] }> {
  const ids = [...found.keys()];
  const [lists, columns] = await Promise.all([
    seenLists(database, reader, ids),
    addressColumns(database, ids),
  ]);
  const wanted = lists.flatMap(({ id }) => {
    const column = columns.get(id);
    return column ? [{ id, column, rows: found.get(id) ?? [] }] : [];
  });
  return { lists, rows: await addressesOfRows(database, wanted) };
}

/**
 * The people of contact lists who have the confirmed address of a member, in lists that the reader may see. Whether the reader
 * may know the members is checked by the caller.
 * A row that was written a moment ago is found once it is indexed; what is shown of it is compared as it is now.
 */
export async function contactsOfMembers(
  database: Database,
  reader: ContactReader,
  memberIds: readonly string[],
): Promise<MemberContacts> {
  const ids = memberIds.filter(isId);
  const members = ids.length > 0 ? await confirmedMembers(database, reader, ids) : [];
  if (members.length === 0) return new Map();
  const found = await rowsByList(database, reader, await indexedTokens(database, reader.hubId, members));
  if (found.size === 0) return new Map();
  const { lists, rows } = await retryOnMissingRelation(() => readFound(database, reader, found));
  const byKey = new Map(members.map(({ id, email_key }) => [email_key, id]));
  const contacts = new Map<string, MemberContact[]>();
  const byList = Map.groupBy(rows, ({ item_id }) => item_id);
  for (const { id: item_id, title, space_slug } of lists)
    for (const { id: row_id, emails } of byList.get(item_id) ?? []) {
      const keys = [emails]
        .flat()
        .flatMap((one) => (typeof one === 'string' ? normalizedEmail(one.trim()) : []));
      for (const member of new Set(keys.flatMap((key) => byKey.get(key) ?? []))) {
        const known = contacts.get(member) ?? [];
        if (known.length < CONTACTS_MAX) known.push({ item_id, title, space_slug, row_id });
        contacts.set(member, known);
      }
    }
  return contacts;
}
