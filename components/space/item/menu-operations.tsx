import type { NextRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import { copyText } from '#components/ui/copy-text.ts';
import type { useToast } from '#components/ui/Toaster.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import { copyItem, getContent } from '#services/item.ts';
import { saveTemplate } from '#services/templates.ts';

type Page = { router: NextRouter; toast: ReturnType<typeof useToast> };

/** Copies an item next to itself, and goes to the copy. */
export async function duplicate(item: Item, { router, toast }: Page): Promise<void> {
  const { data: copy } = await copyItem(item.id);
  toast({
    tone: 'success',
    text: <FormattedMessage id="item_list.duplicated" values={{ title: <bdi>{copy.title}</bdi> }} />,
  });
  await router.push(itemPath(String(router.query.handle), copy));
}

/** Puts a document's text on the clipboard. */
export async function copyMarkdown(item: Item, { toast }: Page): Promise<void> {
  const { markdown } = (await getContent(item.id)).data;
  if (await copyText(markdown ?? '')) toast({ text: <FormattedMessage id="editor.copied" /> });
}

/** Makes a template of the hub from a document. */
export async function saveAsTemplate(item: Item, { router, toast }: Page): Promise<void> {
  const { markdown } = (await getContent(item.id)).data;
  await saveTemplate(String(router.query.handle), { title: item.title, content: markdown ?? '' });
  toast({ tone: 'success', text: <FormattedMessage id="templates.saved" /> });
}
