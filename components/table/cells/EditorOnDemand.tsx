import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { Input, TextArea } from '#components/ui/control.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { CellEditorProps } from './CellEditor.tsx';
import { type CellContext, copiedText } from './cell-text.ts';
import { EditorFrame } from './EditorFrame.tsx';
import { takesText } from './editor-of.ts';

type EditorCode = typeof import('./CellEditor.tsx');

let loaded: EditorCode | null = null;
/** Columns whose editors are there, with what their types need besides. */
const ready = new Set<string>();

/** Loads the code of the editors of cells; of a column, with what its type needs besides. */
export async function loadCellEditor(column?: GridColumn): Promise<EditorCode> {
  const code = await import('./CellEditor.tsx');
  if (column) {
    await code.loadEditorOf(column);
    ready.add(column.id);
  }
  loaded = code;
  return code;
}

type EditorOnDemandProps = Omit<CellEditorProps, 'onDone'> & {
  context: CellContext;
  /** Leaves the editor with the value, which may still be read from what was typed. */
  onDone: (value: unknown, key: 'Enter' | 'Tab' | null, isBack: boolean) => void;
};

/**
 * The editor of a cell. While its code is on its way, a plain field takes what is typed, and is over with the same keys:
 * nothing that was typed is lost.
 */
export function EditorOnDemand({ context, ...props }: EditorOnDemandProps) {
  const { column, row, value, seed, peopleByName, onDone, onCancel } = props;
  const writtenIn = useContext(InputFormatContext) ?? {};
  const [code, setCode] = useState(() => (ready.has(column.id) ? loaded : null));
  const [typed, setTyped] = useState<string>();
  const [isComposing, setComposing] = useState(false);
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

  if (code && !isComposing) return <code.CellEditor {...props} typed={typed} />;

  const leave = (key: 'Enter' | 'Tab' | null, isBack: boolean) => {
    const text = typed ?? seed;
    if (text === undefined) return onDone(value, key, isBack);
    if (takesText(column)) return onDone(text === '' ? undefined : text, key, isBack);
    const read = loadCellEditor().then(
      ({ valueOfText }) => valueOfText(column, text, writtenIn, peopleByName),
      () => text,
    );
    onDone(read, key, isBack);
  };
  const { type, multiple } = column.field;
  const Field = type === 'textarea' || type === 'json' || multiple ? TextArea : Input;
  return (
    <EditorFrame column={column} rowId={row.id} onEnd={leave} onCancel={onCancel}>
      <Field
        ref={field}
        aria-label={column.label}
        autoComplete="off"
        value={typed ?? seed ?? copiedText(column, row, value, context)}
        onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => setTyped(target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
    </EditorFrame>
  );
}
