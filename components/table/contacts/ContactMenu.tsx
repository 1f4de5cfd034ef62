import { EllipsisVertical } from 'lucide-react';
import { useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { type ContactEntries, contactEntries } from './contact-entries.tsx';

/** The menu of a contact list's imports and exports; nothing for who may do neither. */
export function ContactMenu(options: ContactEntries) {
  const intl = useIntl();
  const entries = contactEntries(options);
  if (entries.length === 0) return null;
  return (
    <Menu entries={entries} align="end">
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={EllipsisVertical}
          label={intl.formatMessage({ id: 'contacts.acts' })}
        />
      )}
    </Menu>
  );
}
