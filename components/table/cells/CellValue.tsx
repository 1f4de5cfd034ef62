import { Paperclip, Star } from 'lucide-react';
import Link from 'next/link';
import { Fragment, memo } from 'react';
import type { Row } from '#lib/contract/table.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { colorOfOption } from '#lib/fields/option-colors.ts';
import { phoneAddress } from '#lib/fields/phone-number.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { rowFileUrl } from '#services/table.ts';
import { type GridColumn, writtenAs } from '../columns/grid-columns.ts';
import { type CellContext, cellText, valuesOf, valueText } from './cell-text.ts';
import { PhoneText } from './PhoneText.tsx';

const LINE_TYPES: Partial<Record<string, (text: string) => string | null>> = {
  url: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : null),
  email: (text) => `mailto:${encodeURIComponent(text)}`,
  phone: phoneAddress,
};

type CellValueProps = {
  itemId: string;
  column: GridColumn;
  row: Row;
  value: unknown;
  context: CellContext;
};

function Rating({ value, most }: { value: number; most: number }) {
  const stars = Math.min(most, 10);
  const full = Math.round((value * stars) / most);
  return (
    <span className="stars" role="img" aria-label={`${value} / ${most}`}>
      {Array.from({ length: stars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars have no name and don't move
        <Star key={at} aria-hidden size={14} strokeWidth={1.75} fill={at < full ? 'currentColor' : 'none'} />
      ))}
    </span>
  );
}

function File({ itemId, column, row, value, context }: CellValueProps) {
  const id = String(isRecord(value) ? value.file_id : value);
  const own = () => context.fileUrl?.(id) ?? rowFileUrl(itemId, id);
  // What a lookup shows is read among the files of its table, by anybody who may read that.
  const table = column.source?.column.table;
  const name = isRecord(value) ? value.name : row.files?.[id]?.name;
  return (
    <span className="file">
      <Paperclip aria-hidden size={14} strokeWidth={1.75} />
      <a
        href={table === undefined ? own() : rowFileUrl(table, id)}
        target="_blank"
        rel="noopener noreferrer nofollow"
        tabIndex={-1}
      >
        {typeof name === 'string' ? name : id}
      </a>
    </span>
  );
}

/** Types whose values are more than a text of the document. */
const RICH_TYPES: ReadonlySet<string> = new Set([
  ...['rating', 'attachment', 'link', 'person', 'created_by', 'updated_by'],
]);

/** Whether a `CellValue` is nothing but the text of its cell. */
export function isPlainText(column: GridColumn, row: Row): boolean {
  const { field, tableType } = writtenAs(column);
  return (
    !(tableType !== null && RICH_TYPES.has(tableType)) &&
    field.type !== 'file' &&
    !isChoice(field) &&
    !LINE_TYPES[field.type] &&
    !row.restricted?.includes(column.name)
  );
}

/** A value of a row, on one line or as many as fit; links in it are followed by pointer, or on the row's page. */
export const CellValue = memo(function CellValue({ itemId, column, row, value, context }: CellValueProps) {
  const { field, tableType, column: written } = writtenAs(column);
  if (row.restricted?.includes(column.name)) return <span className="quiet">{context.restricted}</span>;
  const values = valuesOf(value);
  if (values.length === 0) return null;
  if (tableType === 'rating' && typeof value === 'number')
    return <Rating value={value} most={written.max ?? 5} />;
  if (tableType === 'attachment' || field.type === 'file')
    return values.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
      <File key={at} itemId={itemId} column={column} row={row} value={one} context={context} />
    ));
  const isChip = isChoice(field) || tableType === 'link' || tableType === 'person';
  if (isChip || tableType === 'created_by' || tableType === 'updated_by')
    return values.map((one, at) => {
      const text = valueText(column, row, one, context);
      const linked = tableType === 'link' ? row.linked?.[String(one)] : undefined;
      const isRestricted = linked !== undefined && 'restricted' in linked;
      const table = column.source?.column.table;
      if (linked && !isRestricted && table !== undefined && context.rowAddress)
        return (
          <Fragment key={String(one)}>
            <Link
              className="chip"
              href={context.rowAddress(table, String(one))}
              prefetch={false}
              tabIndex={-1}
              dir="auto"
            >
              {text || '—'}
            </Link>{' '}
          </Fragment>
        );
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may be there twice
        <Fragment key={at}>
          <span
            className={isRestricted ? 'chip restricted' : 'chip'}
            data-color={
              isChoice(field) ? colorOfOption(written.option_colors, { id: String(one) }) : undefined
            }
            dir="auto"
          >
            {text || '—'}
          </span>{' '}
        </Fragment>
      );
    });
  const hrefOf = LINE_TYPES[field.type];
  if (hrefOf)
    return values.map((one, at) => {
      const text = String(one);
      const href = hrefOf(text);
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be there twice
        <Fragment key={at}>
          {at > 0 && '; '}
          {href ? (
            <a href={href} dir="ltr" target="_blank" rel="noopener noreferrer nofollow" tabIndex={-1}>
              {field.type === 'phone' ? <PhoneText number={text} /> : text}
            </a>
          ) : (
            text
          )}
        </Fragment>
      );
    });
  return <span suppressHydrationWarning>{cellText(column, row, value, context)}</span>;
});
