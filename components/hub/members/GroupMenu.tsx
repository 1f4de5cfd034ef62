import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import type { HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { DeleteGroup } from './DeleteGroup.tsx';
import { GroupDialog } from './GroupDialog.tsx';

type GroupMenuProps = {
  hub: Hub;
  group: HubGroup;
  onChanged: (group: HubGroup) => void;
  onDeleted: () => void | Promise<void>;
};

/** What the user may do with a group, with the dialogs for it; nothing for who may do nothing. */
export function GroupMenu({ hub, group, onChanged, onDeleted }: GroupMenuProps) {
  const intl = useIntl();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const entries: MenuEntry[] = [];
  if (group.allowed.includes('change')) {
    const label = <FormattedMessage id="groups.edit" />;
    entries.push({ label, icon: Pencil, onSelect: () => setDialog('edit') });
  }
  if (group.allowed.includes('delete')) {
    const label = <FormattedMessage id="groups.delete" />;
    entries.push({ label, icon: Trash2, danger: true, onSelect: () => setDialog('delete') });
  }
  if (entries.length === 0) return null;
  return (
    <>
      <Menu entries={entries} align="end">
        {(trigger) => (
          <IconButton
            {...trigger}
            icon={Ellipsis}
            label={intl.formatMessage({ id: 'groups.acts' }, { name: group.name })}
          />
        )}
      </Menu>
      {dialog === 'edit' && (
        <GroupDialog
          hub={hub}
          group={group}
          onClose={close}
          onSaved={(changed) => {
            close();
            onChanged(changed);
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteGroup handle={hub.domain_handle} group={group} onClose={close} onDeleted={onDeleted} />
      )}
    </>
  );
}
