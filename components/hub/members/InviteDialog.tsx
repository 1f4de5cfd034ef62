import { useState } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField, TextAreaField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { INVITES_MAX, type InviteOutcome } from '#lib/contract/invite.ts';
import { createInvites } from '#services/members.ts';
import { color, space } from '#styles/tokens.ts';
import { asHubRole, rolesUpTo } from './HubRoleSelect.tsx';
import { InviteOutcomes } from './InviteOutcomes.tsx';
import { sortAddresses } from './parse-addresses.ts';

const Aside = styled.span`
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
`;

const Others = styled.div`
  color: ${color('error')};
  overflow-wrap: anywhere;
`;

/** Number of entries that are named; the others are counted. */
const NAMED_MAX = 5;

/** Values for `people.emails_wrong`: the first entries in quotation marks, and their total number. */
function nameEntries(intl: IntlShape, entries: readonly string[]) {
  const quoted = entries.slice(0, NAMED_MAX).map((entry) => `“${entry.slice(0, 60)}”`);
  return {
    count: entries.length,
    names: intl.formatList(quoted, { type: 'conjunction' }),
    more: entries.length - quoted.length,
  };
}

/** Why nobody can be invited by this text; null where somebody can. */
function addressesProblem(intl: IntlShape, text: string): string | null {
  const { entries, addresses, others } = sortAddresses(text);
  if (entries.length === 0) return intl.formatMessage({ id: 'people.emails_missing' });
  if (addresses.length === 0)
    return intl.formatMessage({ id: 'people.emails_wrong' }, nameEntries(intl, others));
  const most = INVITES_MAX;
  return entries.length > most ? intl.formatMessage({ id: 'people.emails_many' }, { most }) : null;
}

type InviteDialogProps = {
  hub: Hub;
  open: boolean;
  onClose: () => void;
  /** Somebody was invited: the list must be reloaded. */
  onInvited: () => void;
  /** Switches to an invite link for several people. */
  onLink: () => void;
};

/**
 * Invites addresses, as many as are pasted, and shows the outcome of each. The typed text stays while the dialog is
 * closed.
 */
export function InviteDialog({ hub, open, onClose, onInvited, onLink }: InviteDialogProps) {
  const intl = useIntl();
  const [outcomes, setOutcomes] = useState<InviteOutcome[] | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const form = useForm({
    initial: { emails: '', role: 'member' },
    check: ({ emails }) => ({ emails: addressesProblem(intl, emails) }),
    send: async ({ emails, role }) => {
      const wanted = sortAddresses(emails).entries.map((email) => ({ email, role: asHubRole(role) }));
      const { data } = await createInvites(hub.domain_handle, wanted);
      setOutcomes(data);
      // Refused entries stay in the field, to be corrected.
      form.set(
        'emails',
        data
          .filter((one) => one.status === 'refused')
          .map((one) => one.email)
          .join('\n'),
      );
      onInvited();
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const { addresses, others } = sortAddresses(form.values.emails);
  const count = addresses.length;
  // An incomplete entry at the end of the text is not reported yet.
  const named = isTyping ? [] : others;
  const done = () => {
    setOutcomes(null);
    onClose();
  };

  return (
    <Modal
      open={open}
      onClose={done}
      width={560}
      title={<FormattedMessage id="people.invite_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
      footer={
        outcomes && (
          <>
            <Button onClick={() => setOutcomes(null)}>
              <FormattedMessage id="people.invite_more" />
            </Button>
            <Button variant="primary" onClick={done}>
              <FormattedMessage id="people.done" />
            </Button>
          </>
        )
      }
    >
      {outcomes ? (
        <InviteOutcomes outcomes={outcomes} />
      ) : (
        <Form {...form.form}>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <TextAreaField
            {...form.bind('emails')}
            label={<FormattedMessage id="people.emails" />}
            onBlur={() => setIsTyping(false)}
            onChange={({ target }) => {
              setIsTyping(!/[\s,;]$/u.test(target.value));
              form.set('emails', target.value);
            }}
            help={
              <>
                <FormattedMessage id="people.emails_help" />
                <Others role="status">
                  {named.length > 0 && !form.errors.emails && (
                    <FormattedMessage id="people.emails_wrong" values={nameEntries(intl, named)} />
                  )}
                </Others>
              </>
            }
            aside={
              count > 0 && (
                <Aside>
                  <FormattedMessage id="people.emails_count" values={{ count }} />
                </Aside>
              )
            }
            required
            rows={5}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder="ada@example.org"
          />
          <SelectField
            {...form.bind('role')}
            label={<FormattedMessage id="people.invite_role" />}
            help={<FormattedMessage id={`people.role_${asHubRole(form.values.role)}_help`} />}
            required
          >
            {rolesUpTo(hub.my_role).map((role) => (
              <option key={role} value={role}>
                {intl.formatMessage({ id: `people.role_${role}` })}
              </option>
            ))}
          </SelectField>
          <Foot>
            <Button variant="quiet" onClick={onLink}>
              <FormattedMessage id="people.by_link_instead" />
            </Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              <FormattedMessage id="people.invite_submit" values={{ count }} />
            </Button>
          </Foot>
        </Form>
      )}
    </Modal>
  );
}
