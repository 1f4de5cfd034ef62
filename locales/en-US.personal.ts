/** Messages of an item that is starred by one person, or archived. */
const personal = {
  'layout.favourite_items': 'Favourite items',
  'item.star': 'Add to favourites',
  'item.unstar': 'Remove from favourites',
  'layout.unread': 'Unread',
  'layout.unread_items': 'Watched items with unread changes',
  'item.watch': 'Watch',
  'item.unwatch': 'Stop watching',
  'item.watched':
    'You are watching “{title}”: changes by others show as unread in the sidebar, and come by mail.',
  'item.unwatched': 'You no longer watch “{title}”.',
  'profile.watch_mails': 'Mail about watched items',
  'profile.watch_mails_text': 'What others change in items that you watch shows as unread in the sidebar.',
  'profile.watch_mails_on': 'Also send me a mail',
  'profile.watch_mails_on_help': 'At most one every 15 minutes for each hub.',
  'watched.title': 'Watched items',
  'watched.text': 'What you watch in {hub}, unread changes first',
  'watched.none': 'You watch nothing here',
  'watched.none_text': 'Choose “Watch” in the menu of an item to see what others change in it.',
  'watched.unread': 'Changed since you saw it',
  'watched.end_named': 'Stop watching {title}',
  'watched.open': 'See what you watch',
  'item.archive': 'Archive',
  'item.unarchive': 'Unarchive',
  'item.unarchive_named': 'Unarchive {title}',
  'item.archived_said': '“{title}” is archived.',
  'item.unarchived': '“{title}” is no longer archived.',
  'item.archived_notice':
    'This is archived: it can be read, but not changed, and lists and searches leave it out.',
  'archived_items.open': 'Archived items',
  'archived_items.title': 'Archived items in {space}',
  'archived_items.none': 'Nothing is archived',
  'archived_items.none_text': 'Archive what you want to keep but no longer need in lists and searches.',
  'archived_items.since': 'Archived {time}',
  'archived_items.more': 'Show more',
} as const;

export default personal;
