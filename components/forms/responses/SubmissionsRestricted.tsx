import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { ResourceAccess } from '#lib/contract/access.ts';
import type { Form } from '#lib/contract/form.ts';
import { changeAccess, getAccess } from '#services/sharing.ts';

type SubmissionsRestrictedProps = { form: Form; onTakenPart: () => void };

/** Maximum number of named users who can read the submissions. */
const NAMED_MOST = 5;

/** The names of the users who can read the submissions; empty until they are loaded, and where they can't be. */
function useSubmissionReaders(formId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['access', 'form', formId],
    queryFn: async ({ signal }) => (await getAccess({ kind: 'form', id: formId }, signal)).data,
  });
  return data ? readersOf(data) : [];
}

function readersOf({ people }: ResourceAccess): string[] {
  const reading = people.filter(({ reasons }) =>
    reasons.some(({ code, role }) => code !== 'admin' && (role === 'editor' || role === 'owner')),
  );
  return reading.flatMap(({ person }) => person.name || []).slice(0, NAMED_MOST);
}

/** Explains to an admin of the hub why they can't read the submissions, and how to get access. */
export const SubmissionsRestricted = withQueries(function SubmissionsRestricted({
  form,
  onTakenPart,
}: SubmissionsRestrictedProps) {
  const intl = useIntl();
  const { user } = useAuth();
  const readers = useSubmissionReaders(form.id);
  const [requesting, setRequesting] = useState(false);
  const takePart = async () => {
    if (!user) return;
    const resource = { kind: 'form', id: form.id } as const;
    const { data: access } = await getAccess(resource);
    const others = access.people.flatMap(({ person, own_role: role }) =>
      role === null || person.id === user.id ? [] : [{ user_id: person.id, role }],
    );
    const invited = access.invited.map(({ email, role }) => ({ email, role }));
    const people = [...others, ...invited, { user_id: user.id, role: 'editor' as const }];
    await changeAccess(resource, access.revision, { people });
    setRequesting(false);
    onTakenPart();
  };
  return (
    <>
      <EmptyState
        title={<FormattedMessage id="submissions.closed" />}
        text={
          <>
            <FormattedMessage id="submissions.closed_text" />
            {readers.length > 0 && (
              <>
                {' '}
                <FormattedMessage
                  id="submissions.closed_ask"
                  values={{ names: <bdi>{intl.formatList(readers, { type: 'disjunction' })}</bdi> }}
                />
              </>
            )}
          </>
        }
        action={
          <Button onClick={() => setRequesting(true)}>
            <FormattedMessage id="submissions.take_part" />
          </Button>
        }
      />
      {requesting && (
        <Confirm
          title={<FormattedMessage id="submissions.take_part_title" />}
          text={<FormattedMessage id="submissions.take_part_text" />}
          submit={<FormattedMessage id="submissions.take_part" />}
          onConfirm={takePart}
          onClose={() => setRequesting(false)}
        />
      )}
    </>
  );
});
