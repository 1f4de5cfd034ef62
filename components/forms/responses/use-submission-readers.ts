import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { SubmissionReader } from '#lib/contract/submissions.ts';
import { findSubmissionReaders } from '#services/submissions.ts';

const NONE: readonly SubmissionReader[] = [];

/** The users that submissions can be assigned to; empty until they are loaded, and where they can't be. */
export function useSubmissionReaders(formId: string): readonly SubmissionReader[] {
  const unnamed = useIntl().formatMessage({ id: 'submissions.unnamed' });
  const { data: readers = NONE } = useQuery({
    queryKey: ['submission readers', formId],
    queryFn: async ({ signal }) => (await findSubmissionReaders(formId, signal)).data,
  });
  return readers.map((reader) => (reader.name ? reader : { ...reader, name: unnamed }));
}
