import { Ellipsis, Lock, LockOpen, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import type { Post } from '#lib/contract/post.ts';
import type { PostControl } from './use-post.tsx';

type PostMenuProps = Pick<PostControl, 'post' | 'change' | 'trash'> & { onEdit: () => void };

/** What the reader may do to a discussion; nothing where that is nothing. */
export function PostMenu({ post, change, trash, onEdit }: PostMenuProps) {
  const intl = useIntl();
  const may = (action: Post['allowed'][number]) => post.allowed.includes(action);
  const entries: MenuEntry[] = [];
  if (may('change'))
    entries.push({
      label: <FormattedMessage id="posts.edit" />,
      icon: Pencil,
      onSelect: onEdit,
    });
  if (may('moderate'))
    entries.push(
      {
        label: <FormattedMessage id={post.pinned_at ? 'posts.unpin' : 'posts.pin'} />,
        icon: post.pinned_at ? PinOff : Pin,
        onSelect: () => void change({ pinned: post.pinned_at === null }),
      },
      {
        label: <FormattedMessage id={post.locked_at ? 'posts.unlock' : 'posts.lock'} />,
        icon: post.locked_at ? LockOpen : Lock,
        onSelect: () => void change({ locked: post.locked_at === null }),
      },
    );
  if (may('delete'))
    entries.push(...(entries.length > 0 ? [{ separator: true } as const] : []), {
      label: <FormattedMessage id="item.trash" />,
      icon: Trash2,
      danger: true,
      onSelect: () => void trash(),
    });
  if (entries.length === 0) return null;
  return (
    <Menu entries={entries} align="end">
      {(trigger) => (
        <IconButton {...trigger} icon={Ellipsis} label={intl.formatMessage({ id: 'posts.more' })} />
      )}
    </Menu>
  );
}
