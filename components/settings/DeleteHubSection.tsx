import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Form } from '#components/account/FormHead.tsx';
import { useForm } from '#components/account/use-form.ts';
import { Button } from '#components/common/Button.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PasswordField } from '#components/common/PasswordField.tsx';
import { startDownload } from '#components/common/start-download.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { required } from '#lib/messages.ts';
import { deleteHub, hubExportUrl } from '#services/hub.ts';
import { SaveLine, Section } from './Section.tsx';

/** Deleting the hub: the export is offered first, the password stands by it, and for 30 days it can be taken back. */
export function DeleteHubSection({ hub }: { hub: Hub }) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const label = intl.formatMessage({ id: 'profile.delete_password' });

  const form = useForm({
    initial: { password: '' },
    check: (values) => ({ password: values.password ? null : required(label) }),
    send: async (values) => {
      await deleteHub(hub.domain_handle, values.password);
      // A page load, so that nothing of the hub stays in memory; it tells how to take the hub back.
      window.location.assign('/create-hub?deleted');
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  const close = () => {
    form.set('password', '');
    setOpen(false);
  };

  return (
    <Section
      title={<FormattedMessage id="hub_settings.delete" />}
      text={<FormattedMessage id="hub_settings.delete_text" />}
    >
      <SaveLine>
        <Button icon={Trash2} onClick={() => setOpen(true)}>
          <FormattedMessage id="hub_settings.delete_start" />
        </Button>
      </SaveLine>
      <Modal
        open={open}
        onClose={close}
        title={<FormattedMessage id="hub_settings.delete_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="danger" type="submit" form="delete-hub" busy={form.busy}>
              <FormattedMessage id="hub_settings.delete_submit" />
            </Button>
          </>
        }
      >
        <Form {...form.form} id="delete-hub">
          <p>
            <FormattedMessage
              id="hub_settings.delete_warning"
              values={{ members: hub.counts.members, spaces: hub.counts.spaces }}
            />
          </p>
          <SaveLine>
            <Button icon={Download} onClick={() => startDownload(hubExportUrl(hub.domain_handle))}>
              <FormattedMessage id="hub_settings.delete_export" />
            </Button>
          </SaveLine>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <PasswordField {...form.bind('password')} label={label} required autoComplete="current-password" />
        </Form>
      </Modal>
    </Section>
  );
}
