import type { ChangeEvent, RefObject } from 'react';
import { useIntl } from 'react-intl';
import { acceptOf, type UploadKind } from '#lib/text/upload-types.ts';

type FileInputProps = {
  input: RefObject<HTMLInputElement | null>;
  /** The only kind of files that can be chosen; null for all. */
  kind: UploadKind | null;
  onChoose: (files: readonly File[]) => void;
};

/** The hidden control that opens the system's dialog for files. */
export function FileInput({ input, kind, onChoose }: FileInputProps) {
  const intl = useIntl();
  const onChosen = (event: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(event.target.files ?? [])]);
    // Allows choosing the same file again.
    event.target.value = '';
  };
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      accept={acceptOf(kind ?? undefined)}
      aria-label={intl.formatMessage({ id: 'upload.choose' })}
      onChange={onChosen}
    />
  );
}
