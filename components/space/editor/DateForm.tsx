import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { space } from '#styles/tokens.ts';
import { useFollowedPosition } from './follow-position.ts';
import { useAtCursor } from './use-at-cursor.ts';

const Frame = styled.div`
  position: fixed;
  z-index: 1000;
  display: grid;
  gap: ${space(2)};
  width: min(240px, calc(100vw - 16px));
  ${popupLook}

  > div {
    display: flex;
    gap: ${space(2)};
  }
`;

type DateFormProps = {
  editor: Editor;
  /** Where the date was when the form opened. */
  position: number;
  onClose: () => void;
};

/** The day of a date in the text. */
export function DateForm({ editor, position, onClose }: DateFormProps) {
  const intl = useIntl();
  const frame = useRef<HTMLDivElement>(null);
  const place = useFollowedPosition(editor, position);
  const [date, setDate] = useState(String(editor.state.doc.nodeAt(position)?.attrs.date ?? ''));
  const isWrong = !isCalendarDate(date);
  useAtCursor(editor, frame, onClose);

  const close = () => {
    onClose();
    editor.view.focus();
  };
  /** Somebody else may have taken the date away meanwhile. */
  const isThere = () => editor.state.doc.nodeAt(place())?.type.name === 'date';
  const apply = () => {
    if (isWrong) return;
    if (isThere()) {
      editor.view.dispatch(editor.state.tr.setNodeAttribute(place(), 'date', date));
      editor.commands.setTextSelection(place() + 1);
    }
    close();
  };
  const remove = () => {
    if (isThere()) editor.view.dispatch(editor.state.tr.delete(place(), place() + 1));
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      apply();
    }
  };
  const name = intl.formatMessage({ id: 'editor.block_date' });
  return (
    <Frame ref={frame} role="dialog" aria-label={name} onKeyDown={onKeyDown}>
      <Input
        type="date"
        aria-label={name}
        aria-invalid={isWrong || undefined}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <div>
        <Button size="small" variant="primary" onClick={apply}>
          <FormattedMessage id="editor.link_apply" />
        </Button>
        <Button size="small" onClick={remove}>
          <FormattedMessage id="editor.date_remove" />
        </Button>
      </div>
    </Frame>
  );
}
