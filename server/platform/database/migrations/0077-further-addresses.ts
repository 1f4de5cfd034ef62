import { type Kysely, sql } from 'kysely';

/**
 * The addresses and numbers of cards besides those that the columns of a list have: people are found and known by them. Of cards that
 * are there already, all are taken, and numbers as their digits.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table row_vcard add column further text[] not null default '{}'`.execute(database);
  const unfolded = sql.raw(String.raw`replace(replace(card, E'\r\n ', ''), E'\n ', '')`);
  const line = sql.raw(
    String.raw`'^(?:[\w-]+\.)?(TEL|EMAIL)(?:;[^:\n]*)?:[ \t]*(?:tel:|mailto:)?([^\r\n]+)'`,
  );
  await sql`update row_vcard set further = found.keys from (
      select item_id, row_id, (array_agg(distinct key))[1:20] as keys from (
        select item_id, row_id, case when upper(found[1]) = 'TEL' then regexp_replace(found[2], '[^+0-9]', '', 'g')
          else lower(trim(found[2])) end as key
        from row_vcard, regexp_matches(${unfolded}, ${line}, 'gni') as found
      ) lines where length(key) between 1 and 500 group by item_id, row_id having count(*) > 2
    ) found where row_vcard.item_id = found.item_id and row_vcard.row_id = found.row_id`.execute(database);
  await sql`create index row_vcard_further on row_vcard using gin (further) where further <> '{}'`.execute(
    database,
  );
}
