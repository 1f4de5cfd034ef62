import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { FieldEditor } from '#components/fields/FieldEditor.tsx';
import { Input, Select } from '#components/ui/control.ts';
import type { Row } from '#lib/contract/table.ts';
import { durationText, parseDuration } from '#lib/fields/duration.ts';
import { color, radius, SHADOW } from '#styles/tokens.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { valuesOf } from './cell-text.ts';

const Box = styled.div`
  position: absolute;
  z-index: 5;
  top: 0;
  inset-inline-start: 0;
  min-width: max(100%, 160px);
  max-width: 420px;
  max-height: 340px;
  overflow: auto;
  padding: 2px;
  border-radius: ${radius('chip')};
  background: ${color('raised')};
  box-shadow:
    0 0 0 2px ${color('primary')},
    ${SHADOW.floating};
  user-select: text;

  input:not([type='checkbox'], [type='radio']),
  select {
    min-height: 32px;
    padding-block: 2px;
  }

  label {
    padding-inline: 6px;
  }
`;

/** How a column is edited: in the cell, by choosing rows of the linked table, or on the page of the row. */
export function editorOf({ tableType, field, isComputed }: GridColumn): 'cell' | 'link' | 'row' | null {
  if (isComputed) return null;
  if (tableType === 'link') return 'link';
  return tableType === 'attachment' || field.type === 'file' || field.type === 'form' ? 'row' : 'cell';
}

/** The value that an editor begins with, where it was opened by typing a character. */
function seeded({ field }: GridColumn, seed: string): unknown {
  if (field.type === 'number') return /^\d$/.test(seed) ? Number(seed) : seed;
  if (field.type === 'text' || field.type === 'textarea' || field.type === 'email') return seed;
  return field.type === 'url' || field.type === 'phone' ? seed : undefined;
}

type CellEditorProps = {
  column: GridColumn;
  row: Row;
  value: unknown;
  /** The character that opened the editor; it replaces the value. */
  seed: string | undefined;
  people: ReadonlyMap<string, string>;
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
  useEffect(() => {
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

/** Edits a value in its cell, with the editors of the field engine. Enter, Tab and leaving it store the value. */
export function CellEditor({ column, row, value, seed, people, onDone, onCancel }: CellEditorProps) {
  const [edited, setEdited] = useState<unknown>(() => (seed === undefined ? value : seeded(column, seed)));
  const isOver = useRef(false);
  const box = useFocusedControl();
  const { field, tableType } = column;

  const finish = (key: 'Enter' | 'Tab' | null, isBack = false) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(edited, key, isBack);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isLines = field.type === 'textarea' || field.type === 'json' || field.multiple === true;
    const isEnter = event.key === 'Enter' && !(isLines && (event.shiftKey || event.altKey));
    if (event.key === 'Escape') {
      isOver.current = true;
      event.preventDefault();
      onCancel();
    } else if ((isEnter || event.key === 'Tab') && !event.defaultPrevented) {
      event.preventDefault();
      finish(event.key === 'Tab' ? 'Tab' : 'Enter', event.shiftKey);
    }
  };

  return (
    <Box
      ref={box}
      data-editor={row.id}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) finish(null);
      }}
    >
      {tableType === 'person' ? (
        <PersonEditor column={column} value={edited} people={people} onChange={setEdited} />
      ) : tableType === 'duration' ? (
        <DurationEditor column={column} value={edited} onChange={setEdited} />
      ) : (
        <FieldEditor field={field} value={edited} isBare isRequired={false} onChange={setEdited} />
      )}
    </Box>
  );
}
