import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/common/Button.tsx';
import { Confirm } from '#components/common/Confirm.tsx';
import { EmptyState } from '#components/common/EmptyState.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import type { Form } from '#lib/contract/form.ts';
import { changeAccess, getAccess } from '#services/sharing.ts';

type AnswersClosedProps = { form: Form; onTakenPart: () => void };

/** Says to an admin of the hub why the answers are not theirs to read, and how they come to read them. */
export function AnswersClosed({ form, onTakenPart }: AnswersClosedProps) {
  const { user } = useAuth();
  const [asking, setAsking] = useState(false);
  const takePart = async () => {
    if (!user) return;
    const thing = { kind: 'form', id: form.id } as const;
    const { data: access } = await getAccess(thing);
    const others = access.people.flatMap(({ person, own_role: role }) =>
      role === null || person.id === user.id ? [] : [{ user_id: person.id, role }],
    );
    const invited = access.invited.map(({ email, role }) => ({ email, role }));
    const people = [...others, ...invited, { user_id: user.id, role: 'editor' as const }];
    await changeAccess(thing, access.revision, { people });
    setAsking(false);
    onTakenPart();
  };
  return (
    <>
      <EmptyState
        title={<FormattedMessage id="answers.closed" />}
        text={<FormattedMessage id="answers.closed_text" />}
        action={
          <Button onClick={() => setAsking(true)}>
            <FormattedMessage id="answers.take_part" />
          </Button>
        }
      />
      {asking && (
        <Confirm
          title={<FormattedMessage id="answers.take_part_title" />}
          text={<FormattedMessage id="answers.take_part_text" />}
          submit={<FormattedMessage id="answers.take_part" />}
          onConfirm={takePart}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
