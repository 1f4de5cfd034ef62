'use no memo';

import { FileText, TriangleAlert, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { displayBytes } from '#lib/fields/display-value.ts';
import type { EditorProps } from './editor-props.ts';
import { SquareButton } from './FieldButton.tsx';
import { labelId } from './FieldFrame.tsx';
import { useIntl } from './field-messages.ts';
import type { FileUploader } from './file-uploader.ts';
import styles from './UploadedFiles.module.css';
import { useUploadedFiles } from './use-uploaded-files.ts';

type Props = EditorProps & { uploader: FileUploader; accept: string | undefined };

/** The allowed types and sizes of files, shown before a file is chosen. */
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

/** Files that are uploaded as soon as they are chosen, with their progress. */
export function UploadedFiles({
  field,
  value,
  onChange,
  onLeave,
  control,
  disabled,
  uploader,
  accept,
}: Props) {
  const intl = useIntl();
  const files = useUploadedFiles({ field, value, onChange, uploader });
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { endings, size } = limitsOf(field, uploader.maxBytes);
  const hasOne = files.ids.length + files.onTheirWay.length > 0;
  const limits = [
    endings,
    size === null
      ? null
      : intl.formatMessage({ id: 'fields.file_up_to' }, { size: displayBytes(size, intl.language) }),
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
      <ul className={styles.files}>
        {files.ids.map((id) => {
          const file = files.known(id);
          const isGone = file === 'gone';
          const name = file && !isGone ? file.name : intl.formatMessage({ id: 'fields.file' });
          return (
            <li className={styles.line} key={id} data-wrong={isGone || undefined}>
              {isGone ? (
                <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
              ) : (
                <FileText aria-hidden size={18} strokeWidth={1.75} />
              )}
              <div>
                <div className={styles.name} dir="auto">
                  {name}
                </div>
                <div className={styles.note}>
                  {isGone
                    ? intl.formatMessage({ id: 'fields.file_gone' })
                    : file && displayBytes(file.size, intl.language)}
                </div>
              </div>
              <input type="hidden" name={control.name} value={id} disabled={disabled} />
              <SquareButton
                icon={X}
                disabled={disabled}
                label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: name })}
                onClick={() => removed(() => files.remove(id))}
              />
            </li>
          );
        })}
        {files.onTheirWay.map((one) => {
          const { key, file, share, isOffline, problem } = one;
          return (
            <li className={styles.line} key={key} data-wrong={problem !== null || undefined}>
              {problem === null ? (
                <Upload aria-hidden size={18} strokeWidth={1.75} />
              ) : (
                <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
              )}
              <div>
                <div className={styles.name} dir="auto">
                  {file.name}
                </div>
                {problem === null && (
                  <div
                    className={styles.bar}
                    role="progressbar"
                    aria-label={intl.formatMessage({ id: 'fields.file_sending' }, { name: file.name })}
                    aria-valuenow={Math.round(share * 100)}
                    aria-valuemin={0}
                    aria-valuemax={100}
                  >
                    <div style={{ transform: `scaleX(${share})` }} />
                  </div>
                )}
                <div className={styles.note}>
                  {problem ??
                    (isOffline
                      ? intl.formatMessage({ id: 'fields.file_waits' })
                      : intl.formatMessage(
                          { id: 'fields.file_share' },
                          {
                            sent: displayBytes(share * file.size, intl.language),
                            size: displayBytes(file.size, intl.language),
                          },
                        ))}
                </div>
              </div>
              {problem !== null && (
                <SquareButton
                  icon={Upload}
                  label={intl.formatMessage({ id: 'fields.file_again' }, { name: file.name })}
                  onClick={() => removed(() => files.again(one))}
                />
              )}
              <SquareButton
                icon={X}
                label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: file.name })}
                onClick={() => removed(() => files.drop(one))}
              />
            </li>
          );
        })}
      </ul>
      <label
        className={styles.drop}
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
        <input
          className={styles.picker}
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
            // Allows choosing the same file again.
            target.value = '';
          }}
          onBlur={onLeave}
        />
      </label>
      <VisuallyHidden role="status">{files.announced}</VisuallyHidden>
    </div>
  );
}
