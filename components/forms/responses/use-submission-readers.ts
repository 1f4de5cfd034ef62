import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { SubmissionReader } from '#lib/contract/submissions.ts';
import { findSubmissionReaders } from '#services/submissions.ts';

/** The people whom answers can be assigned to; none until they came, or where they can't be asked for. */
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
