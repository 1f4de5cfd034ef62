import { FormattedMessage } from 'react-intl';
import { PasswordDialog, usePasswordForm } from '#components/ui/PasswordDialog.tsx';
import type { Space } from '#lib/contract/space.ts';
import { takeOverSpace } from '#services/space.ts';

type TakeOverDialogProps = {
  slug: string;
  hubName: string;
  onClose: () => void;
  onTakenOver: (space: Space) => void;
};

/** Requests the password of a hub's owner before a space is taken over. */
export function TakeOverDialog({ slug, hubName, onClose, onTakenOver }: TakeOverDialogProps) {
  const form = usePasswordForm(async (password) =>
    onTakenOver((await takeOverSpace(slug, { password })).data),
  );
  return (
    <PasswordDialog
      title={<FormattedMessage id="take_over.title" />}
      text={<FormattedMessage id="take_over.text" values={{ hub: <bdi>{hubName}</bdi> }} />}
      submit={<FormattedMessage id="take_over.submit" />}
      form={form}
      onClose={onClose}
    />
  );
}
