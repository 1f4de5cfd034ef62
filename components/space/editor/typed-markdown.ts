import { type Editor, Extension, InputRule } from '@tiptap/core';
import { type EditorState, NodeSelection } from '@tiptap/pm/state';
import { blockFormula, inlineFormula } from '#lib/documents/formula.ts';
import { isSafeAddress, isSafePicture } from '#lib/documents/safe-address.ts';
import { putCursorBehind } from './cursor-behind.ts';

const LINK = /(?<!!)\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)$/;
const PICTURE = /!\[([^[\]\n]{0,300})\]\(([^()\s]{1,2000})\)$/;
/** An address of this site; browsers read `\` as `/`, and two of them begin another site's. */
const OWN = /^\/(?![/\\])/;
const FORMULA = /\$\$(?!\s)([^$\n]{0,1000}[^$\s\\])\$\$$/;
const EMPTY_FORMULA = /^\$\$ $/;
const TASK = /^\[([ xX]?)\] $/;
/** A row of as many names as a table is made of by hand. */
const ROW = /^\|(?:[^|]*\|){2,100}\s*$/;

type Range = { from: number; to: number };

/** `[text](address)` as a link. What was typed last is not in the text yet. */
function makeLink({ tr, doc, schema }: EditorState, { from, to }: Range, label: string, href: string): void {
  const mark = schema.marks.link?.create({ href });
  const labelEnd = from + 1 + label.length;
  // A mention or a formula within it takes another length than its text.
  if (!mark || !isSafeAddress(href) || doc.textBetween(from + 1, labelEnd, '\n', '\n') !== label) return;
  tr.delete(labelEnd, to).delete(from, from + 1);
  tr.addMark(from, from + label.length, mark).removeStoredMark(mark);
}

/** `![text](address)` as a picture of this site; one of another, which would see who reads it, as a link. */
function makePicture({ tr, schema }: EditorState, { from, to }: Range, alt: string, typed: string): void {
  if (!isSafePicture(typed)) return;
  const { origin } = window.location;
  const address = typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
  const link = schema.marks.link?.create({ href: address });
  if (OWN.test(address)) tr.replaceWith(from, to, schema.nodes.image?.create({ src: address, alt }) ?? []);
  else if (link) tr.replaceWith(from, to, schema.text(alt || address, [link])).removeStoredMark(link);
}

/** `$$x$$` as a formula: alone in its line a block, else one within the text. */
function makeFormula({ tr, doc, schema }: EditorState, { from, to }: Range, typed: string): void {
  const $from = doc.resolve(from);
  const { blockMath, inlineMath } = schema.nodes;
  const isAlone = $from.parentOffset === 0 && to === $from.end();
  const canBeBlock =
    blockMath && $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), blockMath);
  const latex = (isAlone && canBeBlock ? blockFormula : inlineFormula)(typed);
  if (!latex) return;
  if (isAlone && canBeBlock) {
    const at = $from.before();
    tr.replaceWith(at, $from.after(), blockMath.create({ latex }));
    putCursorBehind(tr, at + 1);
  } else if (inlineMath) tr.replaceWith(from, to, inlineMath.create({ latex }));
}

/** `| a | b |` and Enter: a table with these names. @returns whether the line is such a row */
function makeTable(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const { parent } = $from;
  if (!empty || $from.parentOffset !== parent.content.size || !ROW.test(parent.textContent)) return false;
  const { paragraph, table } = editor.state.schema.nodes;
  if (parent.type !== paragraph || parent.childCount !== 1 || !table) return false;
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), table)) return false;
  import('./typed-table.ts').then(
    ({ insertTable }) => {
      // Something else may have been written in the meantime.
      if (!editor.isDestroyed && editor.state.selection.$from.parent === parent) insertTable(editor);
    },
    () => undefined,
  );
  return true;
}

/**
 * What Markdown writes for a link, a picture, a formula and a table, as it is typed.
 * @param onFormula opens the form of a formula without text, at its position
 */
export const TypedMarkdown = Extension.create<{ onFormula: (position: number) => void }>({
  name: 'typedMarkdown',
  // Before the rules that make lists of tasks, and the keys of paragraphs.
  priority: 300,
  addOptions: () => ({ onFormula: () => undefined }),
  addKeyboardShortcuts: () => ({ Enter: ({ editor }) => makeTable(editor) }),
  addInputRules() {
    const { onFormula } = this.options;
    return [
      new InputRule({
        find: LINK,
        handler: ({ state, range, match: [, label = '', href = ''] }) => makeLink(state, range, label, href),
      }),
      new InputRule({
        find: PICTURE,
        handler: ({ state, range, match: [, alt = '', src = ''] }) => makePicture(state, range, alt, src),
      }),
      new InputRule({
        find: FORMULA,
        handler: ({ state, range, match: [, typed = ''] }) => makeFormula(state, range, typed),
      }),
      new InputRule({
        find: EMPTY_FORMULA,
        handler: ({ state: { tr, doc, schema }, range }) => {
          const $from = doc.resolve(range.from);
          const { blockMath } = schema.nodes;
          if (range.to !== $from.end() || !blockMath) return;
          if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), blockMath)) return;
          const at = $from.before();
          tr.replaceWith(at, $from.after(), blockMath.create());
          tr.setSelection(NodeSelection.create(tr.doc, at));
          onFormula(at);
        },
      }),
      new InputRule({
        find: TASK,
        handler: ({ state: { tr, doc }, range, match: [, sign = ''] }) => {
          const $from = doc.resolve(range.from);
          const task = $from.node(-1);
          // Elsewhere it begins a list of tasks.
          if (task.type.name !== 'taskItem' || $from.index(-1) !== 0) return null;
          tr.delete(range.from, range.to);
          tr.setNodeAttribute($from.before(-1), 'checked', sign.trim() !== '');
          return undefined;
        },
      }),
    ];
  },
});
