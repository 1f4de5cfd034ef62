import { KeyRound } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Form } from '#components/account/FormHead.tsx';
import { useForm } from '#components/account/use-form.ts';
import { Button } from '#components/common/Button.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PasswordField } from '#components/common/PasswordField.tsx';
import { useToast } from '#components/common/Toaster.tsx';
import { PersonPicker, type PickedPerson } from '#components/sharing/PersonPicker.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { required } from '#lib/messages.ts';
import { getUser } from '#services/account.ts';
import { transferHub } from '#services/hub.ts';
import { SaveLine, Section } from './Section.tsx';

const NOBODY: PickedPerson = { id: null, text: '' };

/** Handing the hub to one of its members, which the password stands by. */
export function TransferSection({ hub }: { hub: Hub }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const { user, updateUser } = useAuth();
  const [open, setOpen] = useState(false);
  const [heir, setHeir] = useState(NOBODY);
  const password = intl.formatMessage({ id: 'profile.delete_password' });

  const form = useForm({
    initial: { user_id: '', password: '' },
    check: (values) => ({
      user_id: heir.id ? null : intl.formatMessage({ id: 'hub_settings.transfer_choose' }),
      password: values.password ? null : required(password),
    }),
    send: async (values) => {
      await transferHub(hub.domain_handle, { user_id: heir.id ?? '', password: values.password });
      updateUser((await getUser()).data);
      toast({
        tone: 'success',
        text: intl.formatMessage({ id: 'hub_settings.transferred' }, { person: heir.text }),
      });
      close();
      await router.replace(router.asPath, undefined, { scroll: false });
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const close = () => {
    form.set('password', '');
    setHeir(NOBODY);
    setOpen(false);
  };

  return (
    <Section
      title={<FormattedMessage id="hub_settings.transfer" />}
      text={<FormattedMessage id="hub_settings.transfer_text" />}
    >
      <SaveLine>
        <Button icon={KeyRound} onClick={() => setOpen(true)}>
          <FormattedMessage id="hub_settings.transfer_start" />
        </Button>
      </SaveLine>
      <Modal
        open={open}
        onClose={close}
        title={<FormattedMessage id="hub_settings.transfer_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="danger" type="submit" form="transfer-hub" busy={form.busy}>
              <FormattedMessage id="hub_settings.transfer_submit" />
            </Button>
          </>
        }
      >
        <Form {...form.form} id="transfer-hub">
          <p>
            <FormattedMessage id="hub_settings.transfer_warning" />
          </p>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <PersonPicker
            label={<FormattedMessage id="hub_settings.transfer_to" />}
            help={<FormattedMessage id="hub_settings.transfer_help" />}
            error={form.errors.user_id}
            handle={hub.domain_handle}
            suggests
            without={new Set(user ? [user.id] : [])}
            value={heir}
            onChange={(picked) => {
              setHeir(picked);
              form.set('user_id', picked.id ?? '');
            }}
            onSubmit={() => undefined}
          />
          <PasswordField
            {...form.bind('password')}
            label={password}
            required
            autoComplete="current-password"
          />
        </Form>
      </Modal>
    </Section>
  );
}
