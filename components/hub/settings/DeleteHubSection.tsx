import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { PasswordDialog, usePasswordForm } from '#components/ui/PasswordDialog.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { deleteHub, hubExportUrl } from '#services/hub.ts';

/** Deletes the hub: offers the export first, requires the password, and can be undone for 30 days. */
export function DeleteHubSection({ hub }: { hub: Hub }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={<FormattedMessage id="hub_settings.delete" />}
      text={<FormattedMessage id="hub_settings.delete_text" />}
    >
      <SaveRow>
        <Button icon={Trash2} onClick={() => setOpen(true)}>
          <FormattedMessage id="hub_settings.delete_start" />
        </Button>
      </SaveRow>
      {open && <DeleteHubDialog hub={hub} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteHubDialog({ hub, onClose }: { hub: Hub; onClose: () => void }) {
  const form = usePasswordForm(async (password) => {
    await deleteHub(hub.domain_handle, password);
    // A page load, so that no data of the hub stays in memory; the page shows how to restore the hub.
    window.location.assign('/create-hub?deleted');
  });
  return (
    <PasswordDialog
      title={<FormattedMessage id="hub_settings.delete_title" values={{ hub: <bdi>{hub.name}</bdi> }} />}
      text={
        <FormattedMessage
          id="hub_settings.delete_warning"
          values={{ members: hub.counts.members, spaces: hub.counts.spaces }}
        />
      }
      submit={<FormattedMessage id="hub_settings.delete_submit" />}
      form={form}
      onClose={onClose}
    >
      <SaveRow>
        <Button icon={Download} onClick={() => startDownload(hubExportUrl(hub.domain_handle))}>
          <FormattedMessage id="hub_settings.delete_export" />
        </Button>
      </SaveRow>
    </PasswordDialog>
  );
}
