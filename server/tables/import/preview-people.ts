import { labelColumnOf } from '#lib/contacts/labels.ts';
import type { PeoplePreview, PreviewedPerson } from '#lib/contract/table-import.ts';
import { PREVIEWED_PEOPLE_MAX } from '#lib/contract/table-import.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { formatsOf } from '#lib/forms/column-format.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { vcardColumns } from '../export/export-vcards.ts';
import { filledFields, type Table, type TableColumn } from '../table/table.ts';
import { withoutRequired } from '../table/without-required.ts';
import { checkNewRow } from '../writes/row.service.ts';
import { contactLines } from './contact-lines.ts';
import { ImportAborted } from './import-aborted.ts';
import { knownByDefault } from './known-people.ts';
import { LineCursor } from './line-cursor.ts';
import { createLineReader } from './line-reader.ts';
import { ownLines } from './own-lines.ts';
import { createNewLines, detailColumns, type Match, rowsOfLines } from './people-lines.ts';
import { mapHeaders, type Read, type ReadLine, reasonOf } from './read-line.ts';
import { readImportLines } from './read-lines.ts';

/** Lines that are looked up at once. */
const BATCH = 500;
/** People that are shown, and reasons that are listed. */
const SHOWN = 10;
const REASONS_SHOWN = 50;
const TEXT_LENGTH = 200;

type Counts = Pick<PeoplePreview, 'people' | 'added' | 'present' | 'repeated' | 'refused' | 'partial'>;

/**
 * What an import of people would make of a file, up to a number of them; nothing is written. What depends on other rows alone,
 * such as a value that only one row may have, it does not see.
 * @param chosen the columns by which people are known again; null for as by default
 * @throws ImportAborted for a file that can't be read
 */
export async function previewPeople(
  services: Pick<Services, 'extraction' | 'database'>,
  found: Table,
  source: ByteSource,
  chosen: readonly TableColumn[] | null,
  signal: AbortSignal,
): Promise<PeoplePreview> {
  const table = withoutRequired(found);
  const columns = vcardColumns(table);
  const writtenIn = await hubInputFormat(services.database, table.item.hub_id);
  const file = await readImportLines(services, source, { sheet: null }, signal);
  const cursor = await LineCursor.open(contactLines(ownLines(file.groups())), 1);
  const counts: Counts = { people: 0, added: 0, present: 0, repeated: 0, refused: 0, partial: 0 };
  const first: PreviewedPerson[] = [];
  const reasons: PeoplePreview['reasons'] = [];
  try {
    if (!cursor.header) throw new ImportAborted('The file is empty.');
    const labelId = labelColumnOf(table.fields)?.id;
    // Labels that are new are made where the file is imported.
    const headers = mapHeaders(filledFields(table), cursor.header, null).map((field) =>
      field?.id === labelId ? null : field,
    );
    const matched =
      chosen ??
      knownByDefault(
        table,
        headers.map((field) => field?.id ?? null),
      );
    const details = detailColumns(table);
    const match: Match =
      matched.length > 0
        ? { columns: matched, onMatch: 'skip', clears: false, inOrder: true, details }
        : null;
    const newLines = createNewLines(match);
    const readOne = createLineReader(table, headers, match, formatsOf(headers.length, writtenIn, null));
    const textOf = (values: Values, name: string): string => {
      const field = columns.find(([one]) => one === name)?.[1].field;
      const value = field ? ownValue(values, field.name) : undefined;
      return typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : '';
    };
    const stateOf = (read: ReadLine, present: boolean): 'added' | 'present' | 'repeated' => {
      if (present) return 'present';
      if (newLines.find(read.values, read.key)) return 'repeated';
      newLines.add({ values: read.values });
      return 'added';
    };
    while (counts.people < PREVIEWED_PEOPLE_MAX && (await cursor.hasNext())) {
      if (signal.aborted) throw new ImportAborted('Reading the file took too long.');
      const lines: Read[] = [];
      for await (const group of cursor.take(Math.min(BATCH, PREVIEWED_PEOPLE_MAX - counts.people)))
        for (const line of group) {
          const read = readOne(line);
          const checked = 'reason' in read ? null : checkNewRow(table, read.values);
          if (!checked || 'values' in checked) lines.push(read);
          else lines.push({ ...line, reason: reasonOf(checked.errors, checked.hints) });
        }
      const fine = lines.flatMap((read) => ('reason' in read ? [] : [read.values]));
      const rows = match
        ? await rowsOfLines(services.database, table, match, fine)
        : new Map<Values, never>();
      for (const read of lines) {
        counts.people += 1;
        const isRefused = 'reason' in read;
        const values = isRefused ? {} : read.values;
        const state = isRefused ? 'refused' : stateOf(read, rows.has(read.values));
        counts[state] += 1;
        const report = isRefused ? read : read.inPart;
        if (!isRefused && report) counts.partial += 1;
        const at = headers.findIndex((field) => field?.id === columns[0]?.[1].field.id);
        const name = textOf(values, 'name') || (report?.cells[at] ?? '').slice(0, TEXT_LENGTH);
        if (report && reasons.length < REASONS_SHOWN)
          reasons.push({ number: counts.people, name, reason: report.reason, refused: isRefused });
        if (first.length < SHOWN)
          first.push({
            name,
            email: textOf(values, 'email'),
            phone: textOf(values, 'contact_number'),
            state,
          });
      }
    }
    return { ...counts, is_whole: !(await cursor.hasNext()), first, reasons };
  } finally {
    await cursor.close();
    await file.close();
  }
}
