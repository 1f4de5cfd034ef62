import { type FormEvent, type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextAreaField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { AccessRequest } from '#lib/contract/access-request.ts';
import { requestAccess } from '#services/space-members.ts';
import { space } from '#styles/tokens.ts';

const ROLES = ['viewer', 'commenter', 'editor'] as const;
type Role = AccessRequest['role'];

const Fields = styled.form`
  display: grid;
  gap: ${space(4)};
  width: 100%;
  text-align: left;
`;

type AccessRequestFormProps = {
  slug: string;
  /** The initially selected role. */
  first?: Role;
  /** Roles stronger than the user's current one. */
  roles?: readonly Role[];
  onRequested: () => void;
};

/** Requests access from the owners of a space, if it exists. */
export function AccessRequestForm({
  slug,
  first = 'viewer',
  roles = ROLES,
  onRequested,
}: AccessRequestFormProps) {
  const intl = useIntl();
  const [role, setRole] = useState<Role>(first);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await requestAccess(slug, { role, message });
      onRequested();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Fields method="post" onSubmit={(event) => void submit(event)}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <SelectField
        label={<FormattedMessage id="ask_access.role" />}
        required
        value={role}
        onChange={(event) => setRole(roles.find((known) => known === event.target.value) ?? first)}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {intl.formatMessage({ id: `ask_access.role_${one}` })}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={<FormattedMessage id="ask_access.message" />}
        value={message}
        maxLength={1000}
        dir="auto"
        rows={3}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        <FormattedMessage id="ask_access.submit" />
      </Button>
    </Fields>
  );
}
