import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { FieldEditor, loadFieldEditor } from '#components/fields/FieldEditor.tsx';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { Input, Select } from '#components/ui/control.ts';
import type { Row } from '#lib/contract/table.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { durationText, parseDuration } from '#lib/fields/duration.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { valuesOf } from './cell-text.ts';
import { EditorFrame } from './EditorFrame.tsx';
import { takesText } from './editor-of.ts';
import { type PeopleByName, parseCell } from './parse-cell.ts';

/** The value that an editor begins with, where it was opened by typing a character. */
function seeded({ field }: GridColumn, seed: string): unknown {
  if (field.type === 'number') return /^\d$/.test(seed) ? Number(seed) : seed;
  if (field.type === 'text' || field.type === 'textarea' || field.type === 'email') return seed;
  return field.type === 'url' || field.type === 'phone' ? seed : undefined;
}

export type CellEditorProps = {
  column: GridColumn;
  row: Row;
  value: unknown;
  /** The character that opened the editor; it replaces the value. */
  seed: string | undefined;
  /** The whole text, where more was typed before this editor was there. */
  typed?: string | undefined;
  people: ReadonlyMap<string, string>;
  peopleByName: PeopleByName;
  /** Leaves the editor with the value, to the next cell where a key says so. */
  onDone: (value: unknown, key: 'Enter' | 'Tab' | null, isBack: boolean) => void;
  onCancel: () => void;
};

type EditorPartProps = { column: GridColumn; value: unknown; onChange: (value: unknown) => void };

function PersonEditor({
  column,
  value,
  people,
  onChange,
}: EditorPartProps & { people: CellEditorProps['people'] }) {
  const { multiple } = column.field;
  const chosen = valuesOf(value).map(String);
  return (
    <Select
      aria-label={column.label}
      multiple={multiple}
      size={multiple ? Math.min(8, people.size + 1) : undefined}
      style={multiple ? { height: 'auto' } : undefined}
      value={multiple ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) => {
        const ids = [...target.selectedOptions].map((option) => option.value).filter((id) => id !== '');
        onChange(multiple ? (ids.length > 0 ? ids : undefined) : ids[0]);
      }}
    >
      {!multiple && <option value="">—</option>}
      {[...people].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
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

/** Focuses a control as soon as it is there: the code of its editor may still be loading. */
function useFocusedControl() {
  const box = useRef<HTMLDivElement>(null);
  // Before the next key: what stood here until now may have had the focus.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const focus = () => {
      const control = element.querySelector<HTMLElement>('input, select, textarea, [contenteditable]');
      if (!control) return false;
      control.focus({ preventScroll: true });
      // The caret goes to the end of what was typed.
      if (control instanceof HTMLInputElement && control.type === 'text')
        control.setSelectionRange(control.value.length, control.value.length);
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

/**
 * What was typed before the editor was there, as a value of its column; what can't be read stays as it was typed, for the
 * server to say why.
 */
export function valueOfText(
  column: GridColumn,
  text: string,
  writtenIn: InputFormat,
  people: PeopleByName,
): unknown {
  if (takesText(column)) return text === '' ? undefined : text;
  const parsed = parseCell(column, text, writtenIn, people);
  return 'problem' in parsed ? text : (parsed.value ?? undefined);
}

/** Edits a value in its cell, with the editors of the field engine. Enter, Tab and leaving it store the value. */
export function CellEditor(props: CellEditorProps) {
  const { column, row, value, seed, typed, people, peopleByName, onDone, onCancel } = props;
  const writtenIn = useContext(InputFormatContext) ?? {};
  const [edited, setEdited] = useState<unknown>(() => {
    if (typed !== undefined) return valueOfText(column, typed, writtenIn, peopleByName);
    return seed === undefined ? value : seeded(column, seed);
  });
  const box = useFocusedControl();
  const { field, tableType } = column;
  return (
    <EditorFrame
      box={box}
      column={column}
      rowId={row.id}
      onEnd={(key, isBack) => onDone(edited, key, isBack)}
      onCancel={onCancel}
    >
      {tableType === 'person' ? (
        <PersonEditor column={column} value={edited} people={people} onChange={setEdited} />
      ) : tableType === 'duration' ? (
        <DurationEditor column={column} value={edited} onChange={setEdited} />
      ) : (
        <FieldEditor field={field} value={edited} isBare isRequired={false} onChange={setEdited} />
      )}
    </EditorFrame>
  );
}

/** Loads what the editor of a column consists of. */
export const loadEditorOf = ({ field }: GridColumn) => loadFieldEditor(field);
