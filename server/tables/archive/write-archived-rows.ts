import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { IMPORT_ROWS_MAX } from '#lib/contract/table-limits.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import { storableSource } from '#server/items/imports/storable-source.ts';
import { jsonOf, LINE_MAX_BYTES, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { isId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { queueNewRowIndexing } from '../indexing/queue-row-indexing.ts';
import { nameOfPath } from '../rows/row.presenter.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { claimRowFiles, fileFieldsOf } from '../rows/row-file.repo.ts';
import { addLinks, existingRows } from '../rows/row-links.ts';
import { saveCards } from '../rows/row-vcard.repo.ts';
import { checkValues } from '../table/check-values.ts';
import { isLink } from '../table/link-column.ts';
import { isStored, type Table } from '../table/table.ts';
import { numbersOfArchive } from '../table/typed-numbers.ts';
import { copyRestoredRows, type RestoredRow } from '../writes/copy-table-rows.ts';
import type { SeenTables } from './restored-columns.ts';
import {
  type ArchivedCard,
  type ArchivedLinks,
  type ArchivedRow,
  archivedCard,
  archivedLinks,
  archivedRow,
} from './table-archive.ts';

/** Who is no member here, and has no name that can be stored. */
const NAMELESS = '…';
/** Rows of one transaction; fewer where they are long. */
const BATCH = 1000;

type About = { tables: SeenTables; sourceId: string; itemId: string };
type TableOf = (trx: Transaction) => Promise<Table>;

/** Values with what formulas make of them; values that the columns do not accept stay as they were. */
function withFormulas(table: Table, values: Values): Values {
  const { fields } = table;
  const formulas = fields.filter(({ formula }) => formula !== undefined);
  if (formulas.length === 0) return values;
  const first = checkValues(table, values, { hidden: 'keep' });
  let computed = first.ok ? first.values : {};
  if (!first.ok) {
    const broken = new Set(first.problems.map(({ path }) => nameOfPath(path)));
    const optional = fields.map((field): FieldDefinition => {
      const { required_if: _, ...rest } = field;
      return broken.has(field.name) ? { ...rest, required: false } : field;
    });
    const sound = Object.fromEntries(Object.entries(values).filter(([name]) => !broken.has(name)));
    const again = checkValues(table, sound, { fields: optional, hidden: 'keep' });
    if (again.ok) computed = again.values;
  }
  const result = { ...values };
  for (const { name } of formulas) {
    if (computed[name] === undefined) delete result[name];
    else result[name] = computed[name];
  }
  return result;
}

/** Reads the rows and links of a table's file, and writes them. */
export class ArchivedTableReader {
  readonly #run: ImportRun;
  readonly #about: About;
  #unreadable = 0;
  #lostFiles = 0;
  readonly #strangers = new Map<string, number>();

  constructor(run: ImportRun, about: About) {
    this.#run = run;
    this.#about = about;
  }

  /** What the report says of the rows. */
  notes(): string[] {
    const strangers = [...this.#strangers].map(
      ([label, count]) =>
        `${count} ${count === 1 ? 'value' : 'values'} of “${label}” kept as text: no members of this hub were found.`,
    );
    return [
      ...strangers,
      ...(this.#lostFiles > 0 ? [`Left out: ${this.#lostFiles} attached files.`] : []),
      ...(this.#unreadable > 0 ? [`${this.#unreadable} lines of its rows could not be read.`] : []),
    ];
  }

  /** Writes what the lines after the first say, part by part. What is there already, from a run before, stays. */
  async write(chunks: AsyncIterable<Uint8Array>, tableOf: TableOf): Promise<void> {
    let isHead = true;
    let count = 0;
    let size = 0;
    let rows: ArchivedRow[] = [];
    let cards: ArchivedCard[] = [];
    const flush = async () => {
      await this.#writeRows(rows, tableOf);
      await this.#writeCards(cards, tableOf);
      rows = [];
      cards = [];
      size = 0;
    };
    for await (const line of linesOfJson(chunks)) {
      if (isHead) {
        isHead = false;
        continue;
      }
      this.#run.signal.throwIfAborted();
      const parsed = jsonOf(line);
      const row = archivedRow.safeParse(parsed);
      if (row.success) {
        count += 1;
        if (count > IMPORT_ROWS_MAX)
          throw new UnreadableArchive(`A table has ${IMPORT_ROWS_MAX} rows at most.`);
        rows.push(row.data);
        size += line.length;
        if (rows.length >= BATCH || size > LINE_MAX_BYTES) await flush();
        continue;
      }
      const card = archivedCard.safeParse(parsed);
      if (card.success) {
        cards.push(card.data);
        size += line.length;
        if (size > LINE_MAX_BYTES) await flush();
        continue;
      }
      const links = archivedLinks.safeParse(parsed);
      if (!links.success) this.#unreadable += 1;
      else {
        await flush();
        await this.#writeLinks(links.data, tableOf);
      }
    }
    await flush();
  }

  async #writeRows(sent: readonly ArchivedRow[], tableOf: TableOf): Promise<void> {
    if (sent.length === 0) return;
    const { services, reading, importer } = this.#run;
    const { itemId } = this.#about;
    for (const row of sent) await this.#storeFiles(row, tableOf);
    await transact(services.database, async (trx) => {
      await requireActiveImport(trx, reading.job_id);
      const table = await tableOf(trx);
      const people = await this.#peopleOf(trx, table, sent);
      const rows = new Map<string, RestoredRow>();
      for (const row of sent) {
        const id = derivedId(itemId, row.id);
        const { number, position, created_at, updated_at } = row;
        const values = withFormulas(table, this.#valuesOf(table, row, people));
        const typed = numbersOfArchive(row.typed);
        rows.set(id, { id, values, typed, number, position, created_at, updated_at });
      }
      const there = await existingRows(trx, itemId, [...rows.keys()]);
      const missing = [...rows.values()].filter(({ id }) => !there.has(id));
      if (missing.length === 0) return;
      await copyRestoredRows(trx, table, missing, importer.user.id);
      await claimRowFiles(trx, table, missing);
      const ids = missing.map(({ id }) => id);
      await queueNewRowIndexing(trx, table, ids, { bulk: true });
      await recordRowCountChange(trx, table, missing.length, importer.user.id);
    });
  }

  /** Stores the cards of rows that were written before. */
  async #writeCards(cards: readonly ArchivedCard[], tableOf: TableOf): Promise<void> {
    if (cards.length === 0) return;
    const { services, reading } = this.#run;
    const { itemId } = this.#about;
    const own = new Map(cards.map(({ card, text }) => [derivedId(itemId, card), text]));
    await transact(services.database, async (trx) => {
      await requireActiveImport(trx, reading.job_id);
      const there = await existingRows(trx, itemId, [...own.keys()]);
      await saveCards(trx, await tableOf(trx), new Map([...own].filter(([id]) => there.has(id))));
    });
  }

  /** The values that are stored: of columns that the table has. */
  #valuesOf(table: Table, row: ArchivedRow, people: People): Values {
    const values: Values = {};
    const stored = new Set(table.columns.filter(isStored).map(({ field }) => field.name));
    for (const { field, options } of table.columns) {
      const { name, label } = field;
      if (!stored.has(name)) continue;
      const text = Object.hasOwn(row.texts, name) ? row.texts[name] : undefined;
      const value = text ?? (Object.hasOwn(row.values, name) ? row.values[name] : undefined);
      if (value === undefined || value === null) continue;
      values[name] = options.type === 'person' ? this.#personValue(value, label, row, people) : value;
    }
    return values;
  }

  #personValue(value: unknown, label: string, row: ArchivedRow, people: People): unknown {
    const one = (id: unknown): unknown => {
      if (typeof id !== 'string') return id;
      const named = Object.hasOwn(row.people, id) ? row.people[id] : undefined;
      const member = named ? people.byEmail.get(named.email.toLowerCase()) : undefined;
      if (member !== undefined) return member;
      if (people.ids.has(id)) return id;
      this.#strangers.set(label, (this.#strangers.get(label) ?? 0) + 1);
      // Never the address: anybody who reads the table would learn it.
      return named ? (storableSource({ author: named.name, tags: [] })?.author ?? NAMELESS) : id;
    };
    return Array.isArray(value) ? value.map(one) : one(value);
  }

  /** The members of the hub among the people that rows name: by their addresses, or else by their ids. */
  async #peopleOf(trx: Transaction, { item, columns }: Table, rows: readonly ArchivedRow[]): Promise<People> {
    const names = columns.flatMap(({ field, options }) => (options.type === 'person' ? [field.name] : []));
    if (names.length === 0) return { byEmail: new Map(), ids: new Set() };
    const emails = rows.flatMap((row) => Object.values(row.people).map(({ email }) => email.toLowerCase()));
    const ids = rows.flatMap(({ values }) =>
      names.flatMap((name) => [values[name]].flat().filter((id) => typeof id === 'string' && isId(id))),
    );
    const found = await sql<{ id: string; email: string }>`
      select person.id, lower(person.email) as email from app_user person
        join membership on membership.user_id = person.id and membership.hub_id = ${item.hub_id}
      where lower(person.email) = any(${[...new Set(emails)]}::text[])
        or person.id = any(${[...new Set(ids)]}::uuid[])`.execute(trx);
    const mayKnowAddresses = await this.#mayKnowAddresses(trx, item.hub_id);
    return {
      byEmail: new Map(mayKnowAddresses ? found.rows.map(({ id, email }) => [email, id]) : []),
      ids: new Set(found.rows.map(({ id }) => id)),
    };
  }

  /** A guest would learn by the values whose an address is. */
  async #mayKnowAddresses(trx: Transaction, hubId: string): Promise<boolean> {
    const { rows } = await sql`select from membership where hub_id = ${hubId}
      and user_id = ${this.#run.importer.user.id} and role <> 'guest' and suspended_at is null`.execute(trx);
    return rows.length > 0;
  }

  /** Stores the files of a row, which wait for it. */
  async #storeFiles(row: ArchivedRow, tableOf: TableOf): Promise<void> {
    const { services, importer, reading, signal } = this.#run;
    const { itemId } = this.#about;
    for (const [id, { path, name, field }] of Object.entries(row.files)) {
      signal.throwIfAborted();
      await requireActiveImport(services.database, reading.job_id);
      const isThere = await services.database
        .selectFrom('row_file')
        .select('id')
        .where('item_id', '=', itemId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (isThere) continue;
      const received = await this.#received(path);
      if (!received) {
        this.#lostFiles += 1;
        continue;
      }
      try {
        const sniffed = await received.look((bytes) => sniff(bytes, name));
        const { sha256: file_sha256, size } = received;
        await withReceivedFiles(services, [received], async (trx, storeFiles) => {
          await requireActiveImport(trx, reading.job_id);
          const table = await tableOf(trx);
          if (!sniffed.ok || !fileFieldsOf(table.fields).has(field)) {
            this.#lostFiles += 1;
            return;
          }
          await storeFiles();
          const own = { id, item_id: itemId, field_id: field, row_id: null, file_sha256, name, size };
          await trx
            .insertInto('row_file')
            .values({ ...own, mime: sniffed.mime, created_by: importer.user.id })
            .execute();
        });
      } finally {
        await received.discard();
      }
    }
  }

  /** A file of the archive; null for one that is too large, or damaged. */
  async #received(path: string): Promise<ReceivedFile | null> {
    const { services, source, signal } = this.#run;
    const { maxUploadBytes: maxBytes } = services.config;
    try {
      return await services.storage.receive(Readable.from(source.chunks(path)), { maxBytes, signal });
    } catch (error) {
      if (error instanceof UnreadableArchive || (error instanceof ApiError && error.status < 500))
        return null;
      throw error;
    }
  }

  /** Writes links between rows that may be written only later. */
  async #writeLinks({ link, pairs }: ArchivedLinks, tableOf: TableOf): Promise<void> {
    const { services, reading } = this.#run;
    const { tables, sourceId, itemId } = this.#about;
    const target = tables.get(tables.get(sourceId)?.columns.get(link)?.table ?? '');
    if (!target) return;
    await transact(services.database, async (trx) => {
      await requireActiveImport(trx, reading.job_id);
      const table = await tableOf(trx);
      const column = table.columns.find(({ field }) => field.id === link);
      if (!column || !isLink(column)) return;
      const isOne = column.options.side !== 'other';
      const [first, second] = isOne ? [itemId, target.itemId] : [target.itemId, itemId];
      const links = pairs.map(([one, other, position]) => ({
        one: derivedId(first, one),
        other: derivedId(second, other),
        position,
      }));
      await addLinks(trx, column, links);
    });
  }
}

type People = { byEmail: ReadonlyMap<string, string>; ids: ReadonlySet<string> };
