import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeEmailForm } from '#components/auth/ChangeEmailForm.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SaveRow } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';

/** Changes the account's address; where mail is sent, the code is requested next. */
export function ChangeEmailModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const { updateUser } = useAuth();
  const refresh = usePageRefresh();
  const { mail } = useShell().config;
  return (
    <Modal open={open} onClose={onClose} title={<FormattedMessage id="email.change_title" />}>
      <ChangeEmailForm
        onRequested={async (user, email) => {
          if (mail) {
            await router.push('/verify-email');
            return;
          }
          updateUser(user);
          toast({ tone: 'success', text: intl.formatMessage({ id: 'email.changed' }, { email }) });
          onClose();
          await refresh();
        }}
      >
        {({ busy }) => (
          <SaveRow>
            <Button type="submit" variant="primary" busy={busy}>
              <FormattedMessage id={mail ? 'email.submit_mail' : 'email.submit'} />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
          </SaveRow>
        )}
      </ChangeEmailForm>
    </Modal>
  );
}
