import { LogOut, Trash2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Form } from '#components/account/FormHead.tsx';
import { useForm } from '#components/account/use-form.ts';
import { Button } from '#components/common/Button.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PasswordField } from '#components/common/PasswordField.tsx';
import { SaveLine, Section } from '#components/settings/Section.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { required } from '#lib/messages.ts';
import { deleteAccount } from '#services/profile.ts';

export function SignOutSection() {
  const router = useRouter();
  const { signOut } = useAuth();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    await router.push('/auth/signin');
  };
  return (
    <Section
      title={<FormattedMessage id="profile.sign_out" />}
      text={<FormattedMessage id="profile.sign_out_text" />}
    >
      <SaveLine>
        <Button icon={LogOut} busy={busy} onClick={() => void leave()}>
          <FormattedMessage id="profile.sign_out" />
        </Button>
      </SaveLine>
    </Section>
  );
}

/** Ending the account: asks for the password, and says what goes with it. */
export function DeleteAccountSection() {
  const intl = useIntl();
  const { signOut } = useAuth();
  const [open, setOpen] = useState(false);
  const label = intl.formatMessage({ id: 'profile.delete_password' });

  const form = useForm({
    initial: { password: '' },
    check: (values) => ({ password: values.password ? null : required(label) }),
    send: async (values) => {
      await deleteAccount(values.password);
      await signOut();
      // A page load, so that nothing of the account stays in memory.
      window.location.assign('/');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const close = () => {
    form.set('password', '');
    setOpen(false);
  };

  return (
    <Section
      title={<FormattedMessage id="profile.delete" />}
      text={<FormattedMessage id="profile.delete_text" />}
    >
      <SaveLine>
        <Button icon={Trash2} onClick={() => setOpen(true)}>
          <FormattedMessage id="profile.delete_start" />
        </Button>
      </SaveLine>
      <Modal
        open={open}
        onClose={close}
        title={<FormattedMessage id="profile.delete_title" />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="danger" type="submit" form="delete-account" busy={form.busy}>
              <FormattedMessage id="profile.delete_submit" />
            </Button>
          </>
        }
      >
        <Form {...form.form} id="delete-account">
          <p>
            <FormattedMessage id="profile.delete_warning" />
          </p>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <PasswordField {...form.bind('password')} label={label} required autoComplete="current-password" />
        </Form>
      </Modal>
    </Section>
  );
}
