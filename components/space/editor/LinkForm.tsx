import type { Editor } from '@tiptap/core';
import { ExternalLink, Unlink } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { isSafeAddress } from '#lib/documents/safe-address.ts';
import { color, space } from '#styles/tokens.ts';
import { useAtCursor } from './use-at-cursor.ts';

const Frame = styled.form`
  position: fixed;
  z-index: 1000;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  width: min(420px, calc(100vw - 16px));
  ${popupLook}

  > input {
    flex: 1;
    min-width: 140px;
    height: 32px;
    min-height: 32px;
    padding-block: 0;
    font-size: 14px;
  }

  > p {
    width: 100%;
    color: ${color('error')};
    font-size: 13px;
  }
`;

/** An address as it is typed: `example.org` leads to the web. */
function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const address = /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(text)
    ? text
    : text.includes('@') && !text.includes('/')
      ? `mailto:${text}`
      : `https://${text}`;
  return isSafeAddress(address) ? address : null;
}

/** The address of the link at the selection: sets, changes, opens and removes it. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const intl = useIntl();
  const known = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(known);
  const [isWrong, setWrong] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  useAtCursor(editor, frame, onClose);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = linkAddress(typed);
    if (href === null) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !known)
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Frame
      ref={frame}
      role="dialog"
      aria-label={intl.formatMessage({ id: 'editor.link' })}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        editor.commands.focus();
        onClose();
      }}
    >
      <Input
        dir="auto"
        aria-label={intl.formatMessage({ id: 'editor.link_address' })}
        aria-invalid={isWrong || undefined}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      <Button size="small" variant="primary" type="submit">
        <FormattedMessage id="editor.link_apply" />
      </Button>
      {known && (
        <>
          <IconButton
            size="small"
            icon={ExternalLink}
            label={intl.formatMessage({ id: 'editor.link_open' })}
            onClick={() => window.open(known, '_blank', 'noopener')}
          />
          <IconButton
            size="small"
            icon={Unlink}
            label={intl.formatMessage({ id: 'editor.link_remove' })}
            onClick={remove}
          />
        </>
      )}
      {isWrong && (
        <p role="alert">
          <FormattedMessage id="editor.link_wrong" />
        </p>
      )}
    </Frame>
  );
}
