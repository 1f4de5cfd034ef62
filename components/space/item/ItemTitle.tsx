import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { below, color, radius, space } from '#styles/tokens.ts';

type TitleProblem = typeof import('./title-problem.ts')['titleProblem'];

/** Says what is wrong with a title before it is sent. */
let titleProblem: TitleProblem | null = null;

async function loadTitleProblem(): Promise<void> {
  titleProblem = (await import('./title-problem.ts')).titleProblem;
}
fetchWhenIdle(loadTitleProblem);

const letters = css`
  font-size: 34px;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;

  ${below('md')} {
    font-size: 24px;
  }
`;

const Row = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(1)};

  > h1 {
    min-width: 0;
    ${letters}
  }

  > button {
    opacity: 0;
  }

  &:hover > button,
  > button:focus-visible {
    opacity: 1;
  }

  @media (pointer: coarse) {
    > button {
      opacity: 1;
    }
  }
`;

const Field = styled.textarea`
  ${letters}
  display: block;
  width: calc(100% + 24px);
  margin: -7px -12px;
  padding: 6px 11px;
  overflow: hidden;
  border: 1px solid ${color('primary')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  field-sizing: content;
  resize: none;

  &[aria-invalid='true'] {
    border-color: ${color('error')};
  }
`;

const Problem = styled.p`
  margin-top: ${space(3)};
  color: ${color('error')};
  font-size: 13px;
`;

type ItemTitleProps = {
  title: string;
  editable: boolean;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** Called with whether the typed title differs from the saved one. */
  onTyping: (unsaved: boolean) => void;
  /** @throws the client's error */
  onRename: (title: string) => Promise<boolean>;
};

/** The page's heading; users with the right rename it in place: Enter and blur save, Escape cancels. */
export function ItemTitle({ title, editable, editing, onEdit, onTyping, onRename }: ItemTitleProps) {
  const intl = useIntl();
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState(title);
  const [refused, setRefused] = useState<React.ReactNode>(null);
  const [announced, setAnnounced] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<{ typed: string; reason: React.ReactNode } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed starts with the title as it is then
  useEffect(() => {
    if (!editing) return;
    // A refused title is shown again with the reason.
    setTyped(back.current?.typed ?? title);
    setRefused(back.current?.reason ?? null);
    back.current = null;
    setProblem(null);
    // Without it, the server says what is wrong.
    loadTitleProblem().catch(() => undefined);
    field.current?.focus();
    field.current?.select();
  }, [editing]);

  /** After closing by keyboard, the focus moves to the rename button; a pointer has moved it already. */
  const close = ({ byKey }: { byKey: boolean }) => {
    onEdit(false);
    if (byKey) requestAnimationFrame(() => button.current?.focus());
  };

  const save = async (how: { byKey: boolean }) => {
    if (typed === title) {
      onTyping(false);
      return close(how);
    }
    const wrong = titleProblem?.(typed, intl.formatMessage({ id: 'item.title' }));
    if (wrong) return setProblem(wrong);
    close(how);
    try {
      setAnnounced(await onRename(typed));
    } catch (error) {
      back.current = { typed, reason: failureText(error) };
      onEdit(true);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void save({ byKey: true });
    } else if (event.key === 'Escape') {
      onTyping(false);
      close({ byKey: true });
    }
  };

  if (!editing) {
    return (
      <Row dir="auto">
        <h1>{title}</h1>
        {editable && (
          <IconButton
            ref={button}
            icon={Pencil}
            label={intl.formatMessage({ id: 'item.rename' })}
            onClick={() => onEdit(true)}
          />
        )}
        <VisuallyHidden role="status">{announced && <FormattedMessage id="item.renamed" />}</VisuallyHidden>
      </Row>
    );
  }
  const wrong = problem ?? refused;
  return (
    <div>
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      <Field
        ref={field}
        rows={1}
        dir="auto"
        value={typed}
        aria-label={intl.formatMessage({ id: 'item.title' })}
        aria-describedby={`${id}-help`}
        aria-invalid={wrong ? true : undefined}
        onChange={(event) => {
          const value = event.target.value.replace(/[\r\n]+/g, ' ');
          setTyped(value);
          setProblem(null);
          setRefused(null);
          onTyping(value !== title);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save({ byKey: false })}
      />
      <Problem role="alert">{wrong}</Problem>
      <VisuallyHidden id={`${id}-help`}>
        <FormattedMessage id="item.rename_help" />
      </VisuallyHidden>
    </div>
  );
}
