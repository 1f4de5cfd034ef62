import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextArea } from '#components/ui/control.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { blockFormula, inlineFormula } from '#lib/documents/formula.ts';
import { color, space } from '#styles/tokens.ts';
import { putCursorBehind } from './cursor-behind.ts';
import { useFollowedPosition } from './follow-position.ts';
import { useAtCursor } from './use-at-cursor.ts';

const Frame = styled.div`
  position: fixed;
  z-index: 1000;
  display: grid;
  gap: ${space(2)};
  width: min(420px, calc(100vw - 16px));
  ${popupLook}

  > p {
    color: ${color('error')};
    font-size: 13px;
  }

  > output {
    padding: ${space(1)};
    overflow: hidden;
    font-size: 18px;
  }

  > div {
    display: flex;
    gap: ${space(2)};
  }
`;

type MathFormProps = {
  editor: Editor;
  /** Where the formula was when the form opened. */
  position: number;
  onClose: () => void;
};

/** The LaTeX of a formula. It is shown below while it is typed. */
export function MathForm({ editor, position, onClose }: MathFormProps) {
  const intl = useIntl();
  const frame = useRef<HTMLDivElement>(null);
  const place = useFollowedPosition(editor, position);
  const [node] = useState(() => editor.state.doc.nodeAt(position));
  const isBlock = node?.type.name === 'blockMath';
  const [typed, setTyped] = useState(String(node?.attrs.latex ?? ''));
  const [shown, setShown] = useState<{ latex: string; html: string | null } | null>(null);
  const latex = (isBlock ? blockFormula : inlineFormula)(typed);
  const isWrong = typed.trim() !== '' && (latex === '' || (shown?.latex === latex && shown.html === null));

  useEffect(() => {
    let isGone = false;
    if (latex)
      import('#lib/documents/math.ts').then(
        ({ renderMath }) => {
          if (!isGone) setShown({ latex, html: renderMath(latex, isBlock) });
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [latex, isBlock]);

  // One that got no text goes again.
  const cancel = () => {
    const at = place();
    const here = editor.state.doc.nodeAt(at);
    if (here && here.type === node?.type && here.attrs.latex === '')
      editor.view.dispatch(editor.state.tr.delete(at, at + here.nodeSize));
    onClose();
  };
  const close = () => {
    cancel();
    editor.view.focus();
  };
  useAtCursor(editor, frame, cancel);

  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    if (latex === '' && typed.trim() !== '') return;
    const { tr, doc } = editor.state;
    const at = place();
    const here = doc.nodeAt(at);
    // Somebody else may have taken it away meanwhile.
    if (here && here.type === node?.type) {
      if (latex) putCursorBehind(tr.setNodeAttribute(at, 'latex', latex), at + here.nodeSize);
      else tr.delete(at, at + here.nodeSize);
      editor.view.dispatch(tr);
    }
    onClose();
    editor.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    // On a button it is the button's own.
    if (event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement) apply(event);
  };
  return (
    <Frame
      ref={frame}
      role="dialog"
      aria-label={intl.formatMessage({ id: 'editor.formula' })}
      onKeyDown={onKeyDown}
    >
      <TextArea
        dir="ltr"
        rows={isBlock ? 4 : 2}
        spellCheck={false}
        aria-label={intl.formatMessage({ id: 'editor.formula' })}
        aria-invalid={isWrong || undefined}
        placeholder="\frac{a}{b}"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {latex && shown?.html && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: MathML without addresses and scripts (`renderMath`)
        <output dangerouslySetInnerHTML={{ __html: shown.html }} />
      )}
      {isWrong && (
        <p role="alert">
          <FormattedMessage id="editor.formula_wrong" />
        </p>
      )}
      <div>
        <Button size="small" variant="primary" onClick={apply}>
          <FormattedMessage id="editor.link_apply" />
        </Button>
        <Button size="small" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </div>
    </Frame>
  );
}
