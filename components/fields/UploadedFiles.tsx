'use no memo';

import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { displayBytes } from '#lib/fields/display-value.ts';
import type { EditorProps } from './editor-props.ts';
import { labelId } from './FieldFrame.tsx';
import { PendingFileLine, UploadedFileLine } from './FileLines.tsx';
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
  const hasOne = files.ids.length + files.pendingFiles.length > 0;
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
        {files.ids.map((id) => (
          <UploadedFileLine
            key={id}
            id={id}
            file={files.known(id)}
            inputName={control.name}
            disabled={disabled}
            onRemove={() => removed(() => files.remove(id))}
          />
        ))}
        {files.pendingFiles.map((one) => (
          <PendingFileLine
            key={one.key}
            pending={one}
            onRetry={() => removed(() => files.again(one))}
            onRemove={() => removed(() => files.drop(one))}
          />
        ))}
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
