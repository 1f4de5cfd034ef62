import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeEmailForm } from '#components/auth/ChangeEmailForm.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SaveLine } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useRefresh } from '#context/way.ts';

/** Another address for the account; where mail is sent, the code is asked for next. */
export function ChangeEmailModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const { updateUser } = useAuth();
  const refresh = useRefresh();
  const { mail } = useShell().config;
  return (
    <Modal open={open} onClose={onClose} title={<FormattedMessage id="email.change_title" />}>
      <ChangeEmailForm
        onAsked={async (user, email) => {
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
          <SaveLine>
            <Button type="submit" variant="primary" busy={busy}>
              <FormattedMessage id={mail ? 'email.submit_mail' : 'email.submit'} />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
          </SaveLine>
        )}
      </ChangeEmailForm>
    </Modal>
  );
}
