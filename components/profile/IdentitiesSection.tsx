import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PasswordField } from '#components/ui/PasswordField.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Identity } from '#lib/contract/identity.ts';
import { required } from '#lib/text/messages.ts';
import { disconnectIdentity } from '#services/identities.ts';

/** Whom the provider of single sign-on knows the account as; nothing where it knows nobody. */
export function IdentitiesSection({ first }: { first: Identity[] }) {
  const [identities, setIdentities] = useState(first);
  const [chosen, setChosen] = useState<Identity | null>(null);
  const { signOn } = useShell().config;
  if (identities.length === 0) return null;
  return (
    <Section
      title={<FormattedMessage id="identities.title" />}
      text={<FormattedMessage id="identities.text" />}
    >
      {identities.map((identity) => (
        <SaveRow key={identity.id}>
          <span>
            <FormattedMessage
              id="identities.entry"
              values={{
                email: <bdi>{identity.email}</bdi>,
                name: signOn ?? identity.issuer,
                time: <RelativeTime value={identity.last_used_at} />,
              }}
            />
          </span>
          <Button onClick={() => setChosen(identity)}>
            <FormattedMessage id="identities.disconnect" />
          </Button>
        </SaveRow>
      ))}
      {chosen && (
        <DisconnectDialog
          identity={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setIdentities((all) => all.filter(({ id }) => id !== chosen.id));
            setChosen(null);
          }}
        />
      )}
    </Section>
  );
}

type DisconnectDialogProps = { identity: Identity; onClose: () => void; onDone: () => void };

function DisconnectDialog({ identity, onClose, onDone }: DisconnectDialogProps) {
  const intl = useIntl();
  const toast = useToast();
  const label = intl.formatMessage({ id: 'field.your_password' });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? null : required(label) }),
    send: async ({ password }) => {
      await disconnectIdentity(identity.id, password);
      toast({ tone: 'success', text: intl.formatMessage({ id: 'identities.disconnected' }) });
      onDone();
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="identities.disconnect_title" />}>
      <Form {...form.form}>
        <p>
          <FormattedMessage id="identities.disconnect_text" />
        </p>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <PasswordField {...form.bind('password')} label={label} required autoComplete="current-password" />
        <SaveRow>
          <Button type="submit" variant="danger" busy={form.busy}>
            <FormattedMessage id="identities.disconnect_submit" />
          </Button>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
        </SaveRow>
      </Form>
    </Modal>
  );
}
