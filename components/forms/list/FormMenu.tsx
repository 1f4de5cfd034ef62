import {
  Copy,
  Ellipsis,
  Inbox,
  Link2,
  Pencil,
  RotateCcw,
  SquarePen,
  TextCursorInput,
  Trash2,
  XCircle,
} from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import type { FormOperation } from '#lib/access/operations.ts';
import type { FormEntry } from '#lib/contract/form.ts';
import type { FormActions } from './use-form-actions.tsx';

type FormMenuProps = { form: FormEntry; path: string; actions: FormActions; trashed: boolean };

/** The actions that the user may take on a form. */
export function FormMenu({ form, path, actions, trashed }: FormMenuProps) {
  const intl = useIntl();
  const may = (operation: FormOperation) => form.allowed.includes(operation);
  const entries: MenuEntry[] = [];
  if (trashed) {
    if (may('form.restore'))
      entries.push({
        label: <FormattedMessage id="forms.restore" />,
        icon: RotateCcw,
        onSelect: () => actions.restore(form),
      });
    if (may('form.delete'))
      entries.push({
        label: <FormattedMessage id="forms.delete_permanently" />,
        icon: XCircle,
        danger: true,
        onSelect: () => actions.deletePermanently(form),
      });
  } else {
    if (may('form.change'))
      entries.push({ label: <FormattedMessage id="forms.edit" />, icon: SquarePen, href: path });
    if (may('form.read_submissions'))
      entries.push({
        label: <FormattedMessage id="forms.open_submissions" />,
        icon: Inbox,
        href: `${path}?tab=answers`,
      });
    if (form.published_version !== null) {
      entries.push(
        { label: <FormattedMessage id="forms.fill" />, icon: TextCursorInput, href: `/f/${form.slug}` },
        {
          label: <FormattedMessage id="forms.copy_link" />,
          icon: Link2,
          onSelect: () => actions.copyLink(form),
        },
      );
    }
    if (may('form.change'))
      entries.push(
        { separator: true },
        { label: <FormattedMessage id="forms.rename" />, icon: Pencil, onSelect: () => actions.rename(form) },
        {
          label: <FormattedMessage id="forms.duplicate" />,
          icon: Copy,
          onSelect: () => actions.duplicate(form),
        },
      );
    if (may('form.trash'))
      entries.push(
        { separator: true },
        {
          label: <FormattedMessage id="forms.trash" />,
          icon: Trash2,
          danger: true,
          onSelect: () => actions.trash(form),
        },
      );
  }
  if (entries.length === 0) return null;
  return (
    <Menu entries={entries} align="end">
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={Ellipsis}
          label={intl.formatMessage({ id: 'forms.acts' }, { title: form.title })}
        />
      )}
    </Menu>
  );
}
