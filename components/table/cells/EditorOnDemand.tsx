import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Input, TextArea } from '#components/ui/control.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { CellEditorProps } from './CellEditor.tsx';
import { type CellContext, copiedText } from './cell-text.ts';
import { EditorFrame } from './EditorFrame.tsx';
import { editorOf } from './editor-of.ts';

type EditorCode = typeof import('./CellEditor.tsx');

let loaded: EditorCode | null = null;
/** Kinds of columns whose editors are there, with what they consist of besides. */
const ready = new Set<string>();

/** What the code of an editor depends on. */
const kindOf = ({ tableType, field: { type, multiple, options, allow_other } }: GridColumn): string =>
  JSON.stringify([tableType, type, multiple === true, options?.length ?? 0, allow_other === true]);

/** Loads the code of the editors of cells; of a column, with what its type needs besides. */
export async function loadCellEditor(column?: GridColumn): Promise<EditorCode> {
  const code = await import('./CellEditor.tsx');
  if (column) {
    await code.loadEditorOf(column);
    ready.add(kindOf(column));
  }
  loaded = code;
  return code;
}

/** Whether a typed text is the value as it is. */
const takesText = ({ tableType, field: { type, multiple } }: GridColumn): boolean =>
  tableType !== 'person' &&
  !multiple &&
  (type === 'text' || type === 'textarea' || type === 'email' || type === 'url');

const READ_TYPES: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'json']);

/**
 * Whether what is typed over a value is read from a plain text: the column's own editor would lose the first character, or take what
 * follows for something else, as the parts of a date.
 */
const readsTyped = ({ tableType, field }: GridColumn): boolean =>
  tableType !== 'person' &&
  (tableType === 'duration' || READ_TYPES.has(field.type) || (field.multiple === true && !isChoice(field)));

/** Loads the editor of the cell that has the focus: it is there before the next key. */
export function useEditorOfFocus(column: GridColumn | undefined): void {
  useEffect(() => {
    // Without it, a plain field takes what is typed.
    if (column && editorOf(column) === 'cell') loadCellEditor(column).catch(() => undefined);
  }, [column]);
}

type EditorOnDemandProps = CellEditorProps & {
  context: CellContext;
  /** Reads a typed text as a value of a column, or promises to do so. */
  read: (column: GridColumn, text: string) => unknown;
};

/**
 * The editor of a cell. While its code is on its way, a plain field takes what is typed, and is over with the same keys.
 * It stays once it was used: half of a text has another value than the whole, and the caret may be anywhere in it.
 */
export function EditorOnDemand({ context, read, ...props }: EditorOnDemandProps) {
  const { column, row, value, seed, onDone, onCancel } = props;
  const [code, setCode] = useState(() => (ready.has(kindOf(column)) ? loaded : null));
  const [isUsed, setUsed] = useState(seed !== undefined && (code === null || readsTyped(column)));
  const [isComposing, setComposing] = useState(false);
  // People stay, and what is typed is the name of one more.
  const isPerson = column.tableType === 'person';
  const [before] = useState(() => (isPerson ? '' : copiedText(column, row, value, context)));
  const [text, setText] = useState(seed ?? before);
  useEffect(() => {
    if (code) return;
    let isOver = false;
    // Without a network the plain field stays.
    loadCellEditor(column).then(
      (here) => !isOver && setCode(here),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [code, column]);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  if (code && !isUsed) return <code.CellEditor {...props} />;
  // What was typed so far of a name or an option is searched.
  if (code?.continuesText(props, text) && !isComposing) return <code.CellEditor {...props} seed={text} />;

  const leave = (key: 'Enter' | 'Tab' | null, isBack: boolean) => {
    if (text === before) return onDone(value, key, isBack);
    if (takesText(column)) return onDone(text === '' ? undefined : text, key, isBack);
    const known = read(column, text);
    const written =
      isPerson || isChoice(column.field)
        ? loadCellEditor().then(
            ({ typedValue }) => typedValue(props, text, known),
            () => text,
          )
        : known;
    if (written instanceof Promise) onDone(text, key, isBack, written);
    else onDone(written, key, isBack);
  };
  const use = () => setUsed(true);
  const { type, multiple } = column.field;
  const Field = type === 'textarea' || type === 'json' || multiple ? TextArea : Input;
  return (
    <EditorFrame column={column} rowId={row.id} onEnd={leave} onCancel={onCancel} leave={props.leave}>
      <Field
        ref={field}
        aria-label={column.label}
        autoComplete="off"
        value={text}
        placeholder={isPerson ? copiedText(column, row, value, context) : undefined}
        onKeyDown={use}
        onPointerDown={use}
        onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
          use();
          setText(target.value);
        }}
        onCompositionStart={() => {
          use();
          setComposing(true);
        }}
        // Some browsers report the input only after this.
        onCompositionEnd={({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
          setText(currentTarget.value);
          setComposing(false);
        }}
      />
    </EditorFrame>
  );
}
