import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ChangeItemRequest } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { restoreItem, retryItem, trashItem } from '#services/item.ts';
import type { ItemPageData } from './item-page.ts';
import type { ItemControl } from './use-item.ts';

/** What is done with an item from its page; a failure is shown, and changes nothing. */
export function useItemOperations(
  control: ItemControl,
  { path, crumbs }: Pick<ItemPageData, 'path' | 'crumbs'>,
) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const disclose = useDisclosure();
  const [isLeaving, setLeaving] = useState(false);
  const { item } = control;

  const orShown =
    <Args extends unknown[]>(run: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<void> => {
      try {
        await run(...args);
      } catch (error) {
        toast({ tone: 'error', text: failureText(error) });
      }
    };

  /** What few choose from the menu: its code comes then. */
  const fromMenu = (name: 'duplicate' | 'copyMarkdown' | 'saveAsTemplate') =>
    orShown(async () => (await import('./menu-operations.tsx'))[name](item, { router, toast }));

  const restore = async () => {
    try {
      if (await disclose((accepted) => restoreItem(item.id, accepted))) await router.push(path);
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
    }
  };

  const trash = async () => {
    setLeaving(true);
    try {
      await trashItem(item);
    } catch (error) {
      setLeaving(false);
      return toast({ tone: 'error', text: failureText(error) });
    }
    toast({
      text: intl.formatMessage({ id: 'item.trashed' }, { title: item.title }),
      action: { label: <FormattedMessage id="item.undo" />, onSelect: () => void restore() },
    });
    await router.push(crumbs.at(-1)?.href ?? '/');
  };

  return {
    /** The item is being moved to the trash, and its page left. */
    isLeaving,
    restore,
    trash,
    change: orShown((wanted: ChangeItemRequest) => control.change(wanted)),
    settle: orShown((mine: boolean) => control.settle(mine)),
    retry: orShown(async () => control.replace((await retryItem(item.id)).data)),
    duplicate: fromMenu('duplicate'),
    copyMarkdown: fromMenu('copyMarkdown'),
    saveAsTemplate: fromMenu('saveAsTemplate'),
  };
}
