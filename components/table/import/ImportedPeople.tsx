import { FormattedMessage } from 'react-intl';
import type { Job } from '#lib/contract/job.ts';

type ImportedPeopleProps = { of: Pick<Job, 'done' | 'rejected'> & { people: NonNullable<Job['people']> } };

/** What became of the people of an import into a contact list; who came in several of its lines counts as one. */
export function ImportedPeople({ of: { people, done, rejected } }: ImportedPeopleProps) {
  const repeated = Math.max(0, done - people.added - people.updated - people.unchanged);
  return <FormattedMessage id="table.import_people" values={{ ...people, repeated, rejected }} />;
}
