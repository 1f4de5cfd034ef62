import {
  type LazyPart,
  loadFileUploader,
  loadLazyPart,
  loadOptionCombobox,
  loadUploadedFiles,
} from '#components/fields/lazy-code.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldType } from '#lib/fields/field-types.ts';

/** Delay before the first preload, in milliseconds. */
const REST_MS = 1_500;
/** Delay before loading code that is only needed after a mistake, in milliseconds. */
const MISTAKE_MS = 4_000;

/** Editors that are not part of the initial code. */
const EDITORS: Partial<Record<FieldType, LazyPart>> = {
  number: 'number',
  date: 'time',
  time: 'time',
  datetime: 'time',
  phone: 'phone',
  email: 'address',
  url: 'address',
  select: 'choice',
  checkboxes: 'choice',
  'multi-select': 'choice',
};

const typesIn = (fields: readonly FieldDefinition[]): Set<FieldType> =>
  new Set(fields.flatMap((field) => [field.type, ...typesIn(field.fields ?? [])]));

const someField = (fields: readonly FieldDefinition[], is: (field: FieldDefinition) => boolean): boolean =>
  fields.some((field) => is(field) || someField(field.fields ?? [], is));

/**
 * Preloads the code that later pages of this form need, so that the form can be completed if the network is lost
 * meanwhile.
 * @returns a function that cancels it
 */
export function preloadEditors(fields: readonly FieldDefinition[]): () => void {
  const timer = setTimeout(() => {
    const wanted: Promise<unknown>[] = [];
    if (someField(fields, ({ type }) => type === 'file'))
      wanted.push(loadUploadedFiles(), loadFileUploader());
    if (someField(fields, ({ options = [] }) => options.length > 0)) wanted.push(loadOptionCombobox());
    for (const type of typesIn(fields)) {
      const editor = EDITORS[type];
      if (editor) wanted.push(loadLazyPart(editor));
    }
    // Code that failed to load is requested again when it is needed.
    void Promise.allSettled(wanted);
  }, REST_MS);
  const later = setTimeout(() => void loadLazyPart('summary').catch(() => undefined), MISTAKE_MS);
  return () => {
    clearTimeout(timer);
    clearTimeout(later);
  };
}
