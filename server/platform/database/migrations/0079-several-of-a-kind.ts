import { type Kysely, sql } from 'kysely';

/**
 * Of cards that were there before 0077, also the addresses of those that have two and no number, and the numbers of those that have two
 * and no address: it took what a card has more than two of.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const unfolded = sql.raw(String.raw`regexp_replace(card, E'\r?\n[ \t]', '', 'g')`);
  const line = sql.raw(
    String.raw`'^(?:[\w-]+\.)?(TEL|EMAIL)(?:;[^:\n]*)?:[ \t]*(?:tel:|mailto:)?([^\r\n]+)'`,
  );
  await sql`update row_vcard set further = found.keys from (
      select item_id, row_id, (array_agg(distinct key))[1:20] as keys from (
        select item_id, row_id, count(*) over (partition by item_id, row_id, upper(found[1])) as of_kind,
          case when upper(found[1]) = 'TEL' then regexp_replace(found[2], '[^+0-9]', '', 'g')
          else lower(trim(found[2])) end as key
        from row_vcard, regexp_matches(${unfolded}, ${line}, 'gni') as found
        where further = '{}'
      ) lines where of_kind > 1 and length(key) between 1 and 500 group by item_id, row_id
    ) found where row_vcard.item_id = found.item_id and row_vcard.row_id = found.row_id`.execute(database);
}
