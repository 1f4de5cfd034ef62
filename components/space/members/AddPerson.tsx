import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { NO_PERSON, PersonPicker } from '#components/sharing/PersonPicker.tsx';
import { personName } from '#components/sharing/people-view.ts';
import { withGroupsOfHub } from '#components/sharing/use-people-search.ts';
import { Button } from '#components/ui/Button.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ItemRole } from '#lib/access/roles.ts';
import type { SpaceGroup, SpaceMember } from '#lib/contract/space-member.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { fieldErrorsOf } from '#services/http.ts';
import { addSpaceMember, findCandidates } from '#services/space-members.ts';
import { below, color, space } from '#styles/tokens.ts';
import { asRole } from './roles.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 150px auto;
  gap: ${space(3)};
  align-items: start;

  > button {
    margin-top: 25px;
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr);

    > button {
      margin-top: 0;
    }
  }
`;

const Handover = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type AddPersonProps = {
  handle: string;
  slug: string;
  /** The groups that are in the space already: they are not offered. */
  groups: readonly SpaceGroup[];
  /** A guest doesn't see the hub's groups. */
  isGuest: boolean;
  /** Roles that the user may give. */
  roles: readonly ItemRole[];
  onAdded: (member: SpaceMember) => void;
  onGroupAdded: (group: SpaceGroup) => void;
  onInvited: () => void;
};

/**
 * Adds a member or a group of the hub by name, or invites an address; where no mail is sent, it shows the link to pass
 * on.
 */
export function AddPerson(props: AddPersonProps) {
  const { handle, slug, groups, isGuest, roles, onAdded, onGroupAdded, onInvited } = props;
  const intl = useIntl();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState(NO_PERSON);
  const [role, setRole] = useState<ItemRole>('viewer');
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const [handover, setHandover] = useState<{ email: string; link: string } | null>(null);

  const refuse = (message: string) => {
    setError(message);
    form.current?.querySelector('input')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const email = picked.text.trim();
    if (picked.id === null && emailProblem(email) !== null) {
      return refuse(intl.formatMessage({ id: 'space_people.choose' }));
    }
    const { id, isGroup } = picked;
    const who = id === null ? { email } : isGroup ? { group_id: id } : { user_id: id };
    setBusy(true);
    setError(null);
    setProblem(null);
    setHandover(null);
    try {
      const { data } = await addSpaceMember(slug, { ...who, role });
      setPicked(NO_PERSON);
      if (data.group) {
        onGroupAdded(data.group);
        const values = { name: data.group.name };
        toast({ tone: 'success', text: <FormattedMessage id="space_people.group_added" values={values} /> });
      } else if (data.member) {
        onAdded(data.member);
        const name = personName(data.member.user);
        toast({ tone: 'success', text: <FormattedMessage id="space_people.added" values={{ name }} /> });
      } else {
        onInvited();
        if (data.link) setHandover({ email, link: data.link });
        toast({ tone: 'success', text: <FormattedMessage id="space_people.invited" values={{ email }} /> });
      }
      form.current?.querySelector('input')?.focus();
    } catch (failure) {
      const fields = Object.values(fieldErrorsOf(failure));
      if (fields[0]) refuse(fields[0]);
      else setProblem(failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  const candidates = {
    of: ['space', slug, 'candidates'],
    find: async (q: string, signal: AbortSignal) => (await findCandidates(slug, q, signal)).data,
  };

  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Form ref={form} noValidate method="post" onSubmit={(event) => void submit(event)}>
        <PersonPicker
          label={<FormattedMessage id="space_people.person" />}
          error={error}
          value={picked}
          onChange={(next) => {
            setPicked(next);
            setError(null);
          }}
          source={isGuest ? candidates : withGroupsOfHub(handle, candidates)}
          without={new Set(groups.map(({ id }) => id))}
          showsInitial
          invites
        />
        <SelectField
          label={<FormattedMessage id="space_people.role" />}
          required
          value={role}
          onChange={(event) => setRole(asRole(event.target.value))}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `space_people.role_${one}` })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          <FormattedMessage id="space_people.add_submit" />
        </Button>
      </Form>
      {handover && (
        <Handover>
          <p>
            <FormattedMessage id="space_people.invited_link" values={{ email: handover.email }} />
          </p>
          <CopyLink
            link={handover.link}
            label={intl.formatMessage({ id: 'space_people.link' }, { email: handover.email })}
          />
        </Handover>
      )}
    </>
  );
}
