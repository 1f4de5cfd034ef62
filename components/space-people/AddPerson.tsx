import { Copy } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { Input, SelectField } from '#components/common/Field.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { useToast } from '#components/common/Toaster.tsx';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import type { ItemRole } from '#lib/policy/roles.ts';
import { emailProblem } from '#lib/rules.ts';
import { fieldErrorsOf } from '#services/http.ts';
import { addSpaceMember } from '#services/space-people.ts';
import { below, color, space } from '#styles/tokens.ts';
import { type Chosen, PersonField } from './PersonField.tsx';
import { asRole, nameOf } from './roles.ts';

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

const LinkBox = styled.div`
  display: grid;
  gap: ${space(2)};

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }

  > div {
    display: flex;
    gap: ${space(2)};
  }
`;

type AddPersonProps = {
  slug: string;
  /** That the adder may give. */
  roles: readonly ItemRole[];
  onAdded: (member: SpaceMember) => void;
  onInvited: () => void;
};

/** Adds somebody of the hub by name, or invites an address; where no mail is sent, the link is there to hand over. */
export function AddPerson({ slug, roles, onAdded, onInvited }: AddPersonProps) {
  const intl = useIntl();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen>(null);
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
    const email = text.trim();
    if (!chosen && emailProblem(email) !== null) {
      return refuse(intl.formatMessage({ id: 'space_people.choose' }));
    }
    const who = chosen?.type === 'person' ? { user_id: chosen.person.id } : { email };
    setBusy(true);
    setError(null);
    setProblem(null);
    setHandover(null);
    try {
      const { data } = await addSpaceMember(slug, { ...who, role });
      setText('');
      setChosen(null);
      if (data.member) {
        onAdded(data.member);
        const name = nameOf(data.member.user);
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

  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Form ref={form} noValidate method="post" onSubmit={(event) => void submit(event)}>
        <PersonField
          slug={slug}
          text={text}
          error={error}
          onText={(next) => {
            setText(next);
            setError(null);
          }}
          onChoose={setChosen}
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
      {handover && <Handover {...handover} />}
    </>
  );
}

/** A link for somebody who gets no mail. */
function Handover({ email, link }: { email: string; link: string }) {
  const intl = useIntl();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Over plain HTTP the browser keeps the clipboard to itself: the text is selected.
      setCopied(false);
    }
  };
  return (
    <LinkBox>
      <p>
        <FormattedMessage id="space_people.invited_link" values={{ email }} />
      </p>
      <div>
        <Input
          ref={field}
          readOnly
          value={link}
          aria-label={intl.formatMessage({ id: 'space_people.link' }, { email })}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={Copy} size="large" onClick={() => void copy()}>
          <FormattedMessage id={copied ? 'space_people.copied' : 'space_people.copy'} />
        </Button>
      </div>
    </LinkBox>
  );
}
