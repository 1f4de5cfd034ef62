import { useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { INVITE_LINK_DAYS, INVITE_LINK_ROLES, type InviteLink } from '#lib/contract/invite.ts';
import { createInviteLink } from '#services/members.ts';
import { space } from '#styles/tokens.ts';
import { rolesUpTo } from './HubRoleSelect.tsx';

const Stack = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
`;

const DAYS = [1, INVITE_LINK_DAYS, 30, 90, 365] as const;

type LinkDialogProps = { hub: Hub; onClose: () => void; onCreated: () => void };

/** Creates an invite link for several people, and shows it once. */
export function LinkDialog({ hub, onClose, onCreated }: LinkDialogProps) {
  const intl = useIntl();
  const [made, setMade] = useState<InviteLink | null>(null);
  const roles = INVITE_LINK_ROLES.filter((role) => rolesUpTo(hub.my_role).includes(role));
  const form = useForm({
    initial: { role: 'member', expires_in_days: String(INVITE_LINK_DAYS) },
    check: () => ({}),
    send: async (values) => {
      const role = INVITE_LINK_ROLES.find((one) => one === values.role) ?? 'member';
      const days = Number(values.expires_in_days);
      setMade((await createInviteLink(hub.domain_handle, { role, expires_in_days: days })).data);
      onCreated();
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const role = INVITE_LINK_ROLES.find((one) => one === form.values.role) ?? 'member';
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="people.link_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
      footer={
        made && (
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="people.done" />
          </Button>
        )
      }
    >
      {made ? (
        <Stack role="status">
          <Notice tone="success">
            <FormattedMessage
              id="people.link_made"
              values={{ date: <FormattedDate value={made.expires_at} dateStyle="long" /> }}
            />
          </Notice>
          <CopyLink link={made.link} label={intl.formatMessage({ id: 'people.link' })} />
        </Stack>
      ) : (
        <Form {...form.form}>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <p>
            <FormattedMessage id="people.link_text" />
          </p>
          <SelectField
            {...form.bind('role')}
            label={<FormattedMessage id="people.invite_role" />}
            help={<FormattedMessage id={`people.role_${role}_help`} />}
            required
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: `people.role_${one}` })}
              </option>
            ))}
          </SelectField>
          <SelectField
            {...form.bind('expires_in_days')}
            label={<FormattedMessage id="people.link_days" />}
            required
          >
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {intl.formatMessage({ id: 'people.days' }, { count: days })}
              </option>
            ))}
          </SelectField>
          <Foot>
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              <FormattedMessage id="people.link_submit" />
            </Button>
          </Foot>
        </Form>
      )}
    </Modal>
  );
}
