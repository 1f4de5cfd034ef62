import { type FormEvent, useState } from 'react';
import type { ColumnPreview, WireColumn } from '#lib/contract/table.ts';
import { fieldErrorsOf, messageOf } from '#services/http.ts';
import { addColumn, changeColumn } from '#services/table.ts';
import { previewColumn } from '#services/table-views.ts';
import {
  type ColumnDraft,
  columnChangeOf,
  columnDraft,
  newColumnOf,
  typeParts,
} from './columns/column-draft.ts';
import { definitionsOf, innerFieldsOf, optionsFromLines } from './inner-fields.ts';

const ERROR_KEYS = /^(?:label|type|formula|unique|default|max|currency|table|via|of|function)\b/;

/** What is entered about a column, and storing it: a type that some values don't fit is shown with them first. */
export function useColumnDraft(
  itemId: string,
  column: WireColumn | null,
  onSaved: (column: WireColumn) => void,
) {
  const [draft, setDraft] = useState(() => columnDraft(column));
  const [options, setOptions] = useState((column?.options ?? []).map((one) => one.label).join('\n'));
  const [inner, setInner] = useState(() => innerFieldsOf(column?.fields));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** Values that the new type does not accept: shown before it is changed. */
  const [preview, setPreview] = useState<ColumnPreview | null>(null);
  const parts = typeParts(draft);
  const set = (change: Partial<ColumnDraft>) => {
    setDraft({ ...draft, ...change });
    setPreview(null);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setErrors({});
    const { fieldType, hasOptions, hasFields } = parts;
    const contents = {
      ...(fieldType ? { options: hasOptions ? optionsFromLines(options, column?.options) : null } : {}),
      ...(hasFields ? { fields: definitionsOf(inner) } : column?.fields ? { fields: null } : {}),
    };
    const change = column && columnChangeOf(draft, column, contents);
    try {
      if (change && column.type !== draft.type && !preview) {
        const found = await previewColumn(itemId, column, change);
        if (found.kept > 0 || found.checked < found.rows) {
          setPreview(found);
          return setBusy(false);
        }
      }
      onSaved(
        change
          ? await changeColumn(itemId, column, change)
          : await addColumn(itemId, newColumnOf(draft, contents)),
      );
    } catch (error) {
      setBusy(false);
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      const isKnown = Object.keys(fields).some(
        (key) => ERROR_KEYS.test(key) || /^(?:options|fields)\b/.test(key),
      );
      if (!isKnown) setProblem(messageOf(error));
    }
  };

  return { draft, set, parts, options, setOptions, inner, setInner, preview, busy, problem, errors, save };
}
