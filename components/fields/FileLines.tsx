'use no memo';

import { FileText, TriangleAlert, Upload, X } from 'lucide-react';
import { displayBytes } from '#lib/fields/display-value.ts';
import { SquareButton } from './FieldButton.tsx';
import { useIntl } from './field-messages.ts';
import styles from './UploadedFiles.module.css';
import type { KnownFile, PendingFile } from './use-uploaded-files.ts';

type UploadedFileLineProps = {
  id: string;
  file: KnownFile;
  /** The name under which the form posts the file. */
  inputName: string;
  disabled: boolean | undefined;
  onRemove: () => void;
};

/** A file that is on the server, or was. */
export function UploadedFileLine({ id, file, inputName, disabled, onRemove }: UploadedFileLineProps) {
  const intl = useIntl();
  const isGone = file === 'gone';
  const name = file && !isGone ? file.name : intl.formatMessage({ id: 'fields.file' });
  return (
    <li className={styles.line} data-wrong={isGone || undefined}>
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
      <input type="hidden" name={inputName} value={id} disabled={disabled} />
      <SquareButton
        icon={X}
        disabled={disabled}
        label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: name })}
        onClick={onRemove}
      />
    </li>
  );
}

type PendingFileLineProps = { pending: PendingFile; onRetry: () => void; onRemove: () => void };

/** A file whose upload is in progress or was refused. */
export function PendingFileLine({ pending, onRetry, onRemove }: PendingFileLineProps) {
  const intl = useIntl();
  const { file, share, isOffline, problem } = pending;
  const { name, size } = file;
  return (
    <li className={styles.line} data-wrong={problem !== null || undefined}>
      {problem === null ? (
        <Upload aria-hidden size={18} strokeWidth={1.75} />
      ) : (
        <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
      )}
      <div>
        <div className={styles.name} dir="auto">
          {name}
        </div>
        {problem === null && (
          <div
            className={styles.bar}
            role="progressbar"
            aria-label={intl.formatMessage({ id: 'fields.file_sending' }, { name })}
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
                    sent: displayBytes(share * size, intl.language),
                    size: displayBytes(size, intl.language),
                  },
                ))}
        </div>
      </div>
      {problem !== null && (
        <SquareButton
          icon={Upload}
          label={intl.formatMessage({ id: 'fields.file_again' }, { name })}
          onClick={onRetry}
        />
      )}
      <SquareButton
        icon={X}
        label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: name })}
        onClick={onRemove}
      />
    </li>
  );
}
