import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { IconButton } from './Button.tsx';

const Dialog = styled.dialog<{ $width: number; $steady: boolean }>`
  width: min(${({ $width }) => $width}px, calc(100vw - 32px));
  max-width: none;
  max-height: min(84vh, 900px);
  /* Its top stays where it is when what it shows becomes longer, so that no control moves away under the pointer. */
  margin: 8vh auto auto;
  padding: 0;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  color: ${color('text')};
  box-shadow: ${SHADOW.floating};

  &::backdrop {
    background: ${color('shade')};
  }

  /* A sheet where the screen is narrow: at the bottom, within reach of the thumb. */
  ${below('md')} {
    width: 100vw;
    max-height: 88dvh;
    margin: auto 0 0;
    border-width: 1px 0 0;
    border-radius: ${radius('card')} ${radius('card')} 0 0;
    padding-bottom: env(safe-area-inset-bottom);

    ${({ $steady }) =>
      $steady &&
      css`
        height: 88dvh;

        &[open] {
          display: flex;
          flex-direction: column;
        }
      `}
  }
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  padding: ${space(4)} ${space(4)} 0 ${space(6)};

  > h2 {
    min-width: 0;
    display: -webkit-box;
    overflow: hidden;
    font-size: 18px;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

const Body = styled.div`
  padding: ${space(4)} ${space(6)} ${space(6)};
`;

const Foot = styled.div`
  position: sticky;
  bottom: 0;
  margin-top: auto;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
  padding: ${space(4)} ${space(6)};
  border-top: 1px solid ${color('line')};
  background: ${color('raised')};
`;

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Pixels; on a narrow screen it is a sheet instead. */
  width?: number;
  /** The sheet has its whole height from the beginning: what it loads moves none of its controls. */
  steady?: boolean;
  children: ReactNode;
};

/**
 * A dialog over the page, a sheet under 768 px. The browser traps the focus inside, closes it on Escape and restores
 * the focus. The first control has the initial focus, else the first button of the footer (so, the one that changes
 * nothing); `data-autofocus` marks another.
 */
export function Modal({ open, onClose, title, footer, width = 520, steady = false, children }: ModalProps) {
  const intl = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const opener = document.activeElement;
    // A long name is truncated after two lines, and shown whole on hover.
    const heading = element.querySelector('h2');
    if (heading) heading.title = heading.textContent ?? '';
    element.showModal();
    firstControl(element)?.focus();
    return () => {
      element.close();
      // The browser does this by itself only while the dialog is still in the page.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    <Dialog
      ref={dialog}
      $width={width}
      $steady={steady}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <Top>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label={intl.formatMessage({ id: 'action.close' })} onClick={onClose} />
      </Top>
      <Body>{children}</Body>
      {footer && <Foot data-foot>{footer}</Foot>}
    </Dialog>
  );
}

function firstControl(dialog: HTMLElement): HTMLElement | null {
  const wanted = ['[data-autofocus]', 'input:not([type="hidden"]), textarea, select', '[data-foot] button'];
  for (const selector of wanted) {
    const found = dialog.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}
