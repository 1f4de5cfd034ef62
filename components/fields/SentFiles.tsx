import { FileText, RotateCw, TriangleAlert, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { color, MOTION, radius, space } from '#styles/tokens.ts';
import type { EditorProps } from './editor-props.ts';
import { SquareButton } from './FieldButton.tsx';
import { labelId } from './FieldFrame.tsx';
import type { FileAnswers } from './file-answers.ts';
import { shownBytes } from './shown-value.ts';
import { useSentFiles } from './use-sent-files.ts';
import { useIntl } from './words.ts';

const Drop = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 64px;
  padding: ${space(3)} ${space(4)};
  border: 1px dashed ${color('fieldLine')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  font-size: 14px;
  cursor: pointer;
  transition:
    background ${MOTION},
    border-color ${MOTION};

  > svg {
    flex: none;
    color: ${color('primaryText')};
  }

  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  strong {
    color: ${color('primaryText')};
    font-weight: 500;
  }

  small {
    display: block;
    color: ${color('quiet')};
    font-size: 13px;
  }

  &:hover,
  &[data-over] {
    border-color: ${color('primary')};
    background: ${color('hover')};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color('primary')};
    outline-offset: 1px;
  }

  &:has([aria-invalid='true']) {
    border-color: ${color('error')};
  }

  &:has(:disabled) {
    cursor: not-allowed;
    opacity: 0.6;
  }
`;

/** Over all of its label, so that a file can be dropped on it, too. */
const Picker = styled.input`
  position: absolute;
  width: 1px;
  height: 1px;
  opacity: 0;
`;

const Files = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;

  &:not(:empty) {
    margin-bottom: ${space(2)};
  }
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 52px;
  padding: 6px 6px 6px 14px;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  font-size: 14px;

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  > div {
    flex: 1;
    min-width: 0;
  }

  &[data-wrong] > svg {
    color: ${color('error')};
  }
`;

const Name = styled.div`
  overflow-wrap: anywhere;
  font-weight: 500;
`;

const Note = styled.div`
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;

  [data-wrong] & {
    color: ${color('error')};
  }
`;

const Bar = styled.div`
  height: 4px;
  margin: 6px 0 2px;
  overflow: hidden;
  border-radius: 2px;
  background: ${color('line')};

  > div {
    width: 100%;
    height: 100%;
    background: ${color('primary')};
    transform-origin: 0 50%;
    transition: transform ${MOTION};
  }
`;

type Props = EditorProps & { answers: FileAnswers; accept: string | undefined };

/** What may be sent, said before anybody tries. */
function limitsOf(
  field: FieldDefinition,
  maxBytes: number | null,
): { endings: string | null; size: number | null } {
  const rules = field.rules ?? [];
  const endings = rules.flatMap((rule) => (rule.rule === 'extensions' ? rule.value : []));
  const sizes = rules.flatMap((rule) => (rule.rule === 'max_bytes' ? [rule.value] : []));
  const most = Math.min(...sizes, maxBytes ?? Number.POSITIVE_INFINITY);
  return {
    endings: endings.length > 0 ? endings.map((one) => one.toUpperCase()).join(', ') : null,
    size: Number.isFinite(most) ? most : null,
  };
}

/** Files that are sent as soon as they are chosen, with how far they are. */
export function SentFiles({ field, value, onChange, onLeave, control, disabled, answers, accept }: Props) {
  const intl = useIntl();
  const files = useSentFiles({ field, value, onChange, answers });
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { endings, size } = limitsOf(field, answers.maxBytes);
  const hasOne = files.ids.length + files.onTheirWay.length > 0;
  const limits = [
    endings,
    size === null ? null : intl.formatMessage({ id: 'fields.file_up_to' }, { size: shownBytes(size) }),
    field.multiple ? intl.formatMessage({ id: 'fields.most_entries' }, { count: files.most }) : null,
  ].filter((one) => one !== null);
  const isBlocked = disabled || files.isFull;

  const drag = (event: DragEvent, isNow: boolean) => {
    if (isBlocked || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(isNow);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    if (!isBlocked) files.add([...event.dataTransfer.files]);
  };
  const removed = (act: () => void) => {
    act();
    input.current?.focus();
  };

  return (
    <div>
      <Files>
        {files.ids.map((id) => {
          const file = files.known(id);
          const isGone = file === 'gone';
          const name = file && !isGone ? file.name : intl.formatMessage({ id: 'fields.file' });
          return (
            <Line key={id} data-wrong={isGone || undefined}>
              {isGone ? (
                <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
              ) : (
                <FileText aria-hidden size={18} strokeWidth={1.75} />
              )}
              <div>
                <Name dir="auto">{name}</Name>
                <Note>
                  {isGone ? intl.formatMessage({ id: 'fields.file_gone' }) : file && shownBytes(file.size)}
                </Note>
              </div>
              <input type="hidden" name={control.name} value={id} disabled={disabled} />
              <SquareButton
                icon={X}
                disabled={disabled}
                label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: name })}
                onClick={() => removed(() => files.remove(id))}
              />
            </Line>
          );
        })}
        {files.onTheirWay.map((one) => {
          const { key, file, share, isOffline, problem } = one;
          return (
            <Line key={key} data-wrong={problem !== null || undefined}>
              {problem === null ? (
                <Upload aria-hidden size={18} strokeWidth={1.75} />
              ) : (
                <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
              )}
              <div>
                <Name dir="auto">{file.name}</Name>
                {problem === null && (
                  <Bar
                    role="progressbar"
                    aria-label={intl.formatMessage({ id: 'fields.file_sending' }, { name: file.name })}
                    aria-valuenow={Math.round(share * 100)}
                    aria-valuemin={0}
                    aria-valuemax={100}
                  >
                    <div style={{ transform: `scaleX(${share})` }} />
                  </Bar>
                )}
                <Note>
                  {problem ??
                    (isOffline
                      ? intl.formatMessage({ id: 'fields.file_waits' })
                      : intl.formatMessage(
                          { id: 'fields.file_share' },
                          { sent: shownBytes(share * file.size), size: shownBytes(file.size) },
                        ))}
                </Note>
              </div>
              {problem !== null && (
                <SquareButton
                  icon={RotateCw}
                  label={intl.formatMessage({ id: 'fields.file_again' }, { name: file.name })}
                  onClick={() => removed(() => files.again(one))}
                />
              )}
              <SquareButton
                icon={X}
                label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: file.name })}
                onClick={() => removed(() => files.drop(one))}
              />
            </Line>
          );
        })}
      </Files>
      <Drop
        data-over={isOver || undefined}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <Upload aria-hidden size={20} strokeWidth={1.75} />
        <span id={`${control.id}-choose`}>
          <strong>
            {intl.formatMessage({
              id: hasOne && !field.multiple ? 'fields.file_other' : 'fields.file_choose',
            })}
          </strong>{' '}
          {intl.formatMessage({ id: 'fields.file_drop' })}
          {limits.length > 0 && <small>{limits.join(' · ')}</small>}
        </span>
        <Picker
          {...control}
          ref={input}
          name={undefined}
          type="file"
          aria-labelledby={`${labelId(control.id)} ${control.id}-choose`}
          accept={accept}
          multiple={field.multiple}
          disabled={isBlocked}
          onChange={({ target }) => {
            files.add([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = '';
          }}
          onBlur={onLeave}
        />
      </Drop>
      <VisuallyHidden role="status">{files.said}</VisuallyHidden>
    </div>
  );
}
