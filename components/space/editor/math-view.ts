import { InputRule, type NodeViewRenderer } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { inlineFormula } from '#lib/documents/formula.ts';
import { BlockMath, InlineMath } from '#lib/documents/math-nodes.ts';

export type MathOptions = {
  /** Opens the form for the formula at a position. */
  onEdit: (position: number) => void;
  /** What stands in place of a formula without text. */
  empty: string;
};

const TYPED = /(?<!\$)\$(?!\s)([^$\n]{0,1000}[^$\s\\])\$$/;

/** The formula as it is read; what is none stays its own text. */
function viewOf(isBlock: boolean, { onEdit, empty }: MathOptions): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    const dom = document.createElement(isBlock ? 'div' : 'span');
    let latex = '';
    const show = (now: string) => {
      latex = now;
      dom.dataset.math = now;
      dom.textContent = now || empty;
      if (!now) return;
      import('#lib/documents/math.ts').then(
        ({ renderMath }) => {
          const html = latex === now ? renderMath(now, isBlock) : null;
          // MathML without addresses and styles.
          if (html !== null) dom.innerHTML = html;
        },
        () => undefined,
      );
    };
    show(String(node.attrs.latex));
    dom.addEventListener('click', () => {
      const position = getPos();
      if (position === undefined || !editor.isEditable) return;
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, position)));
      onEdit(position);
    });
    return {
      dom,
      ignoreMutation: () => true,
      update: (next) => {
        if (next.type !== node.type) return false;
        if (next.attrs.latex !== latex) show(String(next.attrs.latex));
        return true;
      },
    };
  };
}

/** Enter on a chosen node of a name opens it. */
export const editKey =
  (name: string, onEdit: MathOptions['onEdit']) => (editor: { state: { selection: unknown } }) => {
    const { selection } = editor.state;
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== name) return false;
    onEdit(selection.from);
    return true;
  };

const options = (): MathOptions => ({ onEdit: () => undefined, empty: '' });

export const InlineMathWithView = InlineMath.extend<MathOptions>({
  addOptions: options,
  addNodeView() {
    return viewOf(false, this.options);
  },
  addKeyboardShortcuts() {
    const edit = editKey(this.name, this.options.onEdit);
    return { Enter: ({ editor }) => edit(editor) };
  },
  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ state, range, match }) => {
          const latex = inlineFormula(match[1]);
          // An amount of money is none.
          if (latex && !/^\d[\d.,]*\s/.test(latex))
            state.tr.replaceWith(range.from, range.to, this.type.create({ latex }));
        },
      }),
    ];
  },
});

export const BlockMathWithView = BlockMath.extend<MathOptions>({
  addOptions: options,
  addNodeView() {
    return viewOf(true, this.options);
  },
  addKeyboardShortcuts() {
    const edit = editKey(this.name, this.options.onEdit);
    return { Enter: ({ editor }) => edit(editor) };
  },
});
