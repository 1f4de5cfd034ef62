import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import type { ColumnChange } from '#lib/contract/column-request.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { fieldErrorsOf, messageOf } from '#services/http.ts';
import { addColumn, changeColumn } from '#services/table.ts';
import { previewColumn } from '#services/table-views.ts';
import {
  type ColumnDraft,
  columnChangeOf,
  columnDraft,
  newColumnOf,
  remainingDefault,
  typeParts,
} from './column-draft.ts';
import { definitionsOf, innerFieldsOf } from './inner-fields.ts';
import { newOption, optionDrafts, placeOfSent, sentOptions } from './option-list.ts';

const OPTION_KEY = /^options\[(\d+)\]/;
const ERROR_KEYS = /^(?:label|type|formula|unique|default|default_from|max|currency|table|via|of|function)\b/;

/** Whether a change may leave values that no longer fit: of another type, of an option that is removed, or above a bound. */
function mayLeaveUnfit(column: WireColumn, change: ColumnChange): boolean {
  if (change.type && change.type !== column.type) return true;
  const remaining = new Set(change.options?.map(({ id }) => id));
  if (change.options && column.options?.some(({ id }) => !remaining.has(id))) return true;
  if (column.multiple === true && change.multiple === false) return true;
  return typeof change.max === 'number' && change.max < (column.max ?? 0);
}

/** What a change would make of the values, and how that is read of all rows, page by page. */
export type UnfitChange = { found: ColumnPreview; readAfter: (place: string) => Promise<ColumnPreview> };

type ColumnDraftOptions = {
  itemId: string;
  /** Null for a new one. */
  column: WireColumn | null;
  whenIdle: (() => Promise<void>) | undefined;
  onSaved: (column: WireColumn) => void;
};

/** What is entered about a column, and storing it: a change that some values don't fit is shown with them first. */
export function useColumnDraft({ itemId, column, whenIdle, onSaved }: ColumnDraftOptions) {
  const [draft, setDraft] = useState(() => columnDraft(column));
  const [options, setOptionDrafts] = useState(() => (column?.options ? optionDrafts(column) : [newOption()]));
  const [inner, setInner] = useState(() => innerFieldsOf(column?.fields));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** Values that would not fit: shown before the column is changed. */
  const [preview, setPreview] = useState<UnfitChange | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isOpen = useIsOpen();
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const parts = typeParts(draft);
  const set = (change: Partial<ColumnDraft>) => {
    setDraft({ ...draft, ...change });
    setPreview(null);
  };
  const setOptions = (changed: typeof options) => {
    setOptionDrafts(changed);
    setPreview(null);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setErrors({});
    const { fieldType, hasOptions, hasFields } = parts;
    const choice = sentOptions(options);
    const noChoice = { options: null, ...(column?.option_colors ? { option_colors: null } : {}) };
    const contents = {
      ...(fieldType ? (hasOptions ? choice : noChoice) : {}),
      ...(hasFields ? { fields: definitionsOf(inner) } : column?.fields ? { fields: null } : {}),
    };
    const stored = hasOptions ? { ...draft, default: remainingDefault(draft, choice.options) } : draft;
    const change = column && columnChangeOf(stored, column, contents);
    try {
      await whenIdle?.();
      if (!isOpen.current) return;
      if (change && mayLeaveUnfit(column, change) && !preview) {
        const found = await previewColumn(itemId, column, change);
        if (found.kept > 0 || found.checked < found.rows) {
          setPreview({ found, readAfter: (after) => previewColumn(itemId, column, change, after) });
          return setBusy(false);
        }
        if (!isOpen.current) return;
      }
      onSaved(
        change
          ? await changeColumn(itemId, column, change)
          : await addColumn(itemId, newColumnOf(stored, contents)),
      );
    } catch (error) {
      setBusy(false);
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      const isKnown = Object.keys(fields).some(
        (key) => ERROR_KEYS.test(key) || /^(?:options|option_colors|fields)\b/.test(key),
      );
      if (!isKnown) setProblem(messageOf(error));
    }
  };

  /** Problems of options by their places in the list. */
  const optionProblems = new Map(
    Object.entries(errors).flatMap(([key, text]) => {
      const sentAt = OPTION_KEY.exec(key)?.[1];
      return sentAt === undefined ? [] : [[placeOfSent(options, Number(sentAt)), text] as const];
    }),
  );
  return {
    form,
    draft,
    set,
    optionProblems,
    parts,
    options,
    setOptions,
    inner,
    setInner,
    preview,
    busy,
    problem,
    errors,
    save,
  };
}
