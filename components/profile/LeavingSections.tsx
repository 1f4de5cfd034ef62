import { LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSignOut } from '#components/auth/SignOut.tsx';
import { Button } from '#components/ui/Button.tsx';
import { PasswordDialog, usePasswordForm } from '#components/ui/PasswordDialog.tsx';
import { SaveLine, Section } from '#components/ui/Section.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { forgetAccount } from '#context/browser-storage.ts';
import { deleteAccount } from '#services/profile.ts';

export function SignOutSection() {
  const signOut = useSignOut();
  return (
    <Section
      title={<FormattedMessage id="profile.sign_out" />}
      text={<FormattedMessage id="profile.sign_out_text" />}
    >
      <SaveLine>
        <Button icon={LogOut} onClick={() => void signOut()}>
          <FormattedMessage id="profile.sign_out" />
        </Button>
      </SaveLine>
    </Section>
  );
}

/** Ending the account: asks for the password, and says what goes with it. */
export function DeleteAccountSection() {
  const [open, setOpen] = useState(false);
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
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { signOut, user } = useAuth();
  const form = usePasswordForm(async (password) => {
    await deleteAccount(password);
    // Nobody can come back for them.
    if (user) forgetAccount(user.id);
    await signOut('/');
  });
  return (
    <PasswordDialog
      title={<FormattedMessage id="profile.delete_title" />}
      text={<FormattedMessage id="profile.delete_warning" />}
      submit={<FormattedMessage id="profile.delete_submit" />}
      form={form}
      onClose={onClose}
    />
  );
}
