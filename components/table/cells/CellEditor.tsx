import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { FieldEditor, loadFieldEditor } from '#components/fields/FieldEditor.tsx';
import { PersonField, peopleIds, peopleValue } from '#components/sharing/PersonField.tsx';
import { Input } from '#components/ui/control.ts';
import type { Row } from '#lib/contract/table.ts';
import { durationText, parseDuration } from '#lib/fields/duration.ts';
import { countryEntries } from '#lib/fields/phone-countries.ts';
import { withCountryCodes } from '#lib/fields/phone-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { ChoiceCellEditor, findsOption, isFoundByTyping, optionsOfText } from './ChoiceCellEditor.tsx';
import { EditorFrame } from './EditorFrame.tsx';
import { useWithinGrid } from './use-within-grid.ts';

/** The value that an editor begins with, where it was opened by typing a character. */
function seeded({ field }: GridColumn, seed: string): unknown {
  return field.type === 'number' && /^\d$/.test(seed) ? Number(seed) : seed;
}

/** Types that are edited as a text, which a typed character replaces; of the others, the value stays. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'textarea', 'number', 'email', 'url', 'phone']);

export type CellEditorProps = {
  column: GridColumn;
  row: Row;
  value: unknown;
  /** The character that opened the editor; it replaces the value. */
  seed: string | undefined;
  people: ReadonlyMap<string, string>;
  /**
   * Leaves the editor with the value, to the next cell where a key says so.
   * @param read the value, where what was typed is still to be read
   */
  onDone: (value: unknown, key: 'Enter' | 'Tab' | null, isBack: boolean, read?: Promise<unknown>) => void;
  onCancel: () => void;
  /** As of an `EditorFrame`. */
  leave?: RefObject<(() => void) | null>;
};

type EditorPartProps = { column: GridColumn; value: unknown; onChange: (value: unknown) => void };

type ValueEditorProps = EditorPartProps & Pick<CellEditorProps, 'people' | 'seed'>;

function PersonEditor({ column, value, people, seed, onChange }: ValueEditorProps) {
  const isSeveral = column.field.multiple === true;
  return (
    <PersonField
      label={column.label}
      isSeveral={isSeveral}
      chosen={peopleIds(value)}
      names={people}
      typed={seed}
      onChange={(ids) => onChange(peopleValue(ids, isSeveral))}
    />
  );
}

function DurationEditor({ column, value, onChange }: EditorPartProps) {
  const [text, setText] = useState(typeof value === 'number' ? durationText(value) : String(value ?? ''));
  return (
    <Input
      aria-label={column.label}
      placeholder="0:00:00"
      dir="ltr"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value === '' ? undefined : (parseDuration(target.value) ?? target.value));
      }}
    />
  );
}

/** Numbers stay as they were typed; those for which another country was chosen get its calling code. */
function PhoneCellEditor({ column: { field }, value, onChange }: EditorPartProps) {
  const [typed, setTyped] = useState(value);
  const [countries, setCountries] = useState<readonly string[]>([]);
  return (
    <FieldEditor
      field={field}
      value={typed}
      countries={countries}
      isBare
      isRequired={false}
      onChange={(next, chosen = countries) => {
        setTyped(next);
        setCountries(chosen);
        const entries = countryEntries(field.name, chosen, field.multiple === true);
        onChange(withCountryCodes({ [field.name]: next }, Object.fromEntries(entries))[field.name]);
      }}
    />
  );
}

/** The editor of a column's values, without a label that is seen. */
export function ValueEditor(props: ValueEditorProps) {
  const { column, value, onChange } = props;
  if (column.tableType === 'person') return <PersonEditor {...props} />;
  if (column.tableType === 'duration') return <DurationEditor {...{ column, value, onChange }} />;
  if (column.field.type === 'phone')
    return <PhoneCellEditor key={column.id} {...{ column, value, onChange }} />;
  return <FieldEditor field={column.field} value={value} isBare isRequired={false} onChange={onChange} />;
}

/** What is typed into: the number of a phone rather than its country. */
const controlOf = (element: Element) =>
  element.querySelector<HTMLElement>('input[type="tel"]') ??
  element.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea, [contenteditable]');

/** The caret goes to the end of a text; other inputs have none. */
function moveCaretToEnd(control: HTMLElement): void {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  if (control.selectionStart !== null) control.setSelectionRange(control.value.length, control.value.length);
}

/** Focuses a control as soon as it is there: the code of its editor may still be loading. */
function useFocusedControl() {
  const box = useRef<HTMLDivElement>(null);
  // Before the next key: what stood here until now may have had the focus.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const focus = () => {
      const control = controlOf(element);
      control?.focus({ preventScroll: true });
      if (!control || document.activeElement !== control) return false;
      moveCaretToEnd(control);
      return true;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return box;
}

/** Edits a value in its cell, with the editors of the field engine. Enter, Tab and leaving it store the value. */
export function CellEditor(props: CellEditorProps) {
  const { column, row, value, seed, people, onDone, onCancel, leave } = props;
  const { tableType } = column;
  // People stay: the character is the first of the name of one more.
  const isReplaced = seed !== undefined && tableType !== 'person' && TEXT_TYPES.has(column.field.type);
  const [edited, setEdited] = useState<unknown>(() => (isReplaced ? seeded(column, seed) : value));
  /** What an editor changes when it is left is stored, too. */
  const latest = useRef(edited);
  const box = useFocusedControl();
  const Editor = isFoundByTyping(column) ? ChoiceCellEditor : ValueEditor;
  useWithinGrid(box);
  return (
    <EditorFrame
      box={box}
      column={column}
      rowId={row.id}
      onEnd={(key, isBack) => onDone(latest.current, key, isBack)}
      onCancel={onCancel}
      leave={leave}
    >
      <Editor
        {...{ column, seed }}
        people={new Map([...Object.entries(row.people ?? {}), ...people])}
        value={edited}
        onChange={(next) => {
          latest.current = next;
          setEdited(next);
        }}
      />
    </EditorFrame>
  );
}

/** Whether the editor of a cell continues what was typed before it was there. */
export const continuesText = ({ column, seed }: CellEditorProps, text: string): boolean =>
  column.tableType === 'person' || (seed !== undefined && findsOption(column, text));

/**
 * The value of what was typed in a cell of people or of options before its editor was there, as that would store it.
 * @param read the text as it was read, or the text where it is no value
 */
export async function typedValue(
  { column, value, seed }: CellEditorProps,
  text: string,
  read: unknown,
): Promise<unknown> {
  const known = await read;
  const isPerson = column.tableType === 'person';
  const isOption = !isPerson && !column.field.allow_other;
  const written = isOption && known === text ? (optionsOfText(column, text) ?? text) : known;
  const isMore = isPerson || (isOption && seed !== undefined);
  return isMore && Array.isArray(value) && Array.isArray(written)
    ? [...new Set([...value, ...written])]
    : written;
}

/** Loads what the editor of a column consists of. */
export const loadEditorOf = async (column: GridColumn): Promise<void> => {
  if (!isFoundByTyping(column)) await loadFieldEditor(column.field);
};
