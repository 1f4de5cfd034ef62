import { type Kysely, sql } from 'kysely';

/** Lists of items in every order, folders first: the usual orders are read from an index, whichever way they go. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

/** As `item-order.ts` writes them. */
const IS_FOLDER = "((kind = 'folder')::int)";
const TITLE = '(title collate natural_order)';
const KIND = `(case kind when 'document' then 1 when 'table' then 2 when 'email' then 3 when 'contact' then 4
  when 'image' then 5 when 'media' then 6 when 'general' then 7 else 0 end)`;

/** Of what lies in one place: a folder, or a scope's top level. */
const inPlace = (name: string, keys: string) =>
  `create index item_place_by_${name} on item (scope_id, parent_id, ${IS_FOLDER}, ${keys}) where trashed_at is null`;
/** Of what lies in a scope altogether. */
const inScope = (name: string, keys: string) =>
  `create index item_scope_by_${name} on item (scope_id, ${IS_FOLDER}, ${keys}) where trashed_at is null`;
const listsBy = (name: string, keys: string) => [inPlace(name, keys), inScope(name, keys)];

const STATEMENTS = [
  // Titles as people order them: by the root of the Unicode Collation Algorithm, and "Part 9" before "Part 10".
  "create collation natural_order (provider = icu, locale = 'und-u-kn-true')",
  'drop index item_of_scope_top',
  'drop index item_of_scope_title',
  'drop index item_of_scope_made',
  ...listsBy('changed', 'updated_at, id'),
  ...listsBy('made', 'id'),
  ...listsBy('title', `${TITLE}, id`),
  ...listsBy('size', 'size, id'),
  ...listsBy('kind', `${KIND}, ${TITLE}, id`),
  // Who made what lies in a scope.
  'create index item_of_scope_creator on item (scope_id, created_by) where trashed_at is null',
];
