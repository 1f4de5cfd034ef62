import { FormattedMessage } from 'react-intl';
import type { Item } from '#lib/contract/item.ts';
import { type Conversion, conversionOf } from '#lib/text/conversion.ts';

/** What the user may convert an item's file to; null for none. */
export function convertible({ allowed, file_name }: Item): Conversion | null {
  return allowed.includes('item.change') && allowed.includes('item.download')
    ? conversionOf(file_name)
    : null;
}

export const CONVERT_LABELS: Readonly<Record<Conversion, React.ReactNode>> = {
  document: <FormattedMessage id="convert.to_document" />,
  table: <FormattedMessage id="convert.to_table" />,
};
