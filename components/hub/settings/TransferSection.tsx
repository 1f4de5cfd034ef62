import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NO_PERSON, PersonPicker } from '#components/sharing/PersonPicker.tsx';
import { peopleOfHub } from '#components/sharing/use-people-search.ts';
import { Button } from '#components/ui/Button.tsx';
import { PasswordDialog } from '#components/ui/PasswordDialog.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { required } from '#lib/text/messages.ts';
import { getUser } from '#services/account.ts';
import { transferHub } from '#services/hub.ts';

/** Transfers the hub to one of its members; requires the password. */
export function TransferSection({ hub }: { hub: Hub }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={<FormattedMessage id="hub_settings.transfer" />}
      text={<FormattedMessage id="hub_settings.transfer_text" />}
    >
      <SaveRow>
        <Button icon={KeyRound} onClick={() => setOpen(true)}>
          <FormattedMessage id="hub_settings.transfer_start" />
        </Button>
      </SaveRow>
      {open && <TransferDialog hub={hub} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function TransferDialog({ hub, onClose }: { hub: Hub; onClose: () => void }) {
  const intl = useIntl();
  const toast = useToast();
  const refresh = usePageRefresh();
  const { user, updateUser } = useAuth();
  const [heir, setHeir] = useState(NO_PERSON);
  const { domain_handle: handle } = hub;

  const form = useForm({
    initial: { user_id: '', password: '' },
    check: (values) => ({
      user_id: heir.id ? null : intl.formatMessage({ id: 'hub_settings.transfer_choose' }),
      password: values.password ? null : required(intl.formatMessage({ id: 'field.your_password' })),
    }),
    send: async (values) => {
      await transferHub(handle, { user_id: heir.id ?? '', password: values.password });
      updateUser((await getUser()).data);
      toast({
        tone: 'success',
        text: intl.formatMessage({ id: 'hub_settings.transferred' }, { person: heir.text }),
      });
      onClose();
      await refresh();
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <PasswordDialog
      title={<FormattedMessage id="hub_settings.transfer_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
      text={<FormattedMessage id="hub_settings.transfer_warning" />}
      submit={<FormattedMessage id="hub_settings.transfer_submit" />}
      form={form}
      onClose={onClose}
    >
      <PersonPicker
        label={<FormattedMessage id="hub_settings.transfer_to" />}
        help={<FormattedMessage id="hub_settings.transfer_help" />}
        error={form.errors.user_id}
        source={peopleOfHub(handle)}
        without={new Set(user ? [user.id] : [])}
        value={heir}
        onChange={(picked) => {
          setHeir(picked);
          form.set('user_id', picked.id ?? '');
        }}
      />
    </PasswordDialog>
  );
}
