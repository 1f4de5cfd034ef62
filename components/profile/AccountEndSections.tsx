import { LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSignOut } from '#components/auth/SignOut.tsx';
import { Button } from '#components/ui/Button.tsx';
import { PasswordDialog, usePasswordForm } from '#components/ui/PasswordDialog.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { clearAccountStorage } from '#context/browser-storage.ts';
import { deleteAccount } from '#services/profile.ts';

export function SignOutSection() {
  const signOut = useSignOut();
  return (
    <Section
      title={<FormattedMessage id="profile.sign_out" />}
      text={<FormattedMessage id="profile.sign_out_text" />}
    >
      <SaveRow>
        <Button icon={LogOut} onClick={() => void signOut()}>
          <FormattedMessage id="profile.sign_out" />
        </Button>
      </SaveRow>
    </Section>
  );
}

/** Deletes the account: requires the password, and states what is deleted with it. */
export function DeleteAccountSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={<FormattedMessage id="profile.delete" />}
      text={<FormattedMessage id="profile.delete_text" />}
    >
      <SaveRow>
        <Button icon={Trash2} onClick={() => setOpen(true)}>
          <FormattedMessage id="profile.delete_start" />
        </Button>
      </SaveRow>
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { signOut, user } = useAuth();
  const form = usePasswordForm(async (password) => {
    await deleteAccount(password);
    // Nobody can sign in to this account again.
    if (user) clearAccountStorage(user.id);
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
