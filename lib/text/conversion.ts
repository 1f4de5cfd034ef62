import { extensionOf } from './upload-kinds.ts';

/** What a stored file can be converted to. */
export const CONVERSIONS = ['document', 'table'] as const;
export type Conversion = (typeof CONVERSIONS)[number];

const EXTENSIONS: Readonly<Record<Conversion, readonly string[]>> = {
  document: ['md', 'markdown', 'html', 'htm', 'docx', 'odt', 'txt'],
  table: ['csv', 'tsv', 'record', 'xlsx'],
};

/** What a file can be converted to, by its name; null where it stays a file. */
export function conversionOf(fileName: string | null): Conversion | null {
  const extension = extensionOf(fileName ?? '');
  return CONVERSIONS.find((one) => EXTENSIONS[one].includes(extension)) ?? null;
}
