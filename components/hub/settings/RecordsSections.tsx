import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { hubExportUrl } from '#services/hub.ts';

type Of = { hub: Hub };

/** The link to the audit log. */
export function AuditLogSection({ hub }: Of) {
  return (
    <Section
      title={<FormattedMessage id="audit_log.title" />}
      text={<FormattedMessage id="hub_settings.audit_text" />}
    >
      <SaveRow>
        <LinkButton icon={ScrollText} href={`/${hub.domain_handle}/settings/audit-log`}>
          <FormattedMessage id="hub_settings.audit_open" />
        </LinkButton>
      </SaveRow>
    </Section>
  );
}

/** Everything in the hub as one archive; an owner reads first that the export is announced to the people concerned. */
export function ExportSection({ hub }: Of) {
  const intl = useIntl();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const isOwner = hub.my_role === 'owner';
  const save = () => {
    setOpen(false);
    startDownload(hubExportUrl(hub.domain_handle));
    toast({ text: intl.formatMessage({ id: 'hub_settings.export_begun' }) });
  };
  return (
    <Section
      title={<FormattedMessage id="hub_settings.export" />}
      text={<FormattedMessage id={isOwner ? 'hub_settings.export_owner' : 'hub_settings.export_admin'} />}
    >
      <SaveRow>
        <Button icon={Download} onClick={() => (isOwner ? setOpen(true) : save())}>
          <FormattedMessage id="hub_settings.export_start" />
        </Button>
      </SaveRow>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={<FormattedMessage id="hub_settings.export_title" />}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" onClick={save}>
              <FormattedMessage id="hub_settings.export_save" />
            </Button>
          </>
        }
      >
        <p>
          <FormattedMessage id="hub_settings.export_warning" />
        </p>
      </Modal>
    </Section>
  );
}
