import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { SubmissionReader } from '#lib/contract/submissions.ts';
import { findSubmissionReaders } from '#services/submissions.ts';

/** The users that submissions can be assigned to; empty until they are loaded, and where they can't be. */
export function useSubmissionReaders(formId: string): readonly SubmissionReader[] {
  const unnamed = useIntl().formatMessage({ id: 'answers.unnamed' });
  const [readers, setReaders] = useState<SubmissionReader[]>([]);
  useEffect(() => {
    let over = false;
    findSubmissionReaders(formId).then(
      ({ data }) => !over && setReaders(data),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [formId]);
  return readers.map((reader) => (reader.name ? reader : { ...reader, name: unnamed }));
}
