import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { AnswerReader } from '#lib/contract/answers.ts';
import { findReaders } from '#services/answers.ts';

/** The people whom answers can be assigned to; none until they came, or where they can't be asked for. */
export function useReaders(formId: string): readonly AnswerReader[] {
  const unnamed = useIntl().formatMessage({ id: 'answers.unnamed' });
  const [readers, setReaders] = useState<AnswerReader[]>([]);
  useEffect(() => {
    let over = false;
    findReaders(formId).then(
      ({ data }) => !over && setReaders(data),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [formId]);
  return readers.map((reader) => (reader.name ? reader : { ...reader, name: unnamed }));
}
