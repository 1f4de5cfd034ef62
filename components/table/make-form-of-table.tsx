import type { NextRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import type { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import { createFormOfTable } from '#services/form-destination.ts';
import { listColumns } from '#services/table.ts';

/** Makes a form whose submissions become rows of the table, and opens it. @throws the client's error */
export async function makeFormOfTable(
  { id, title, space_slug }: Item,
  router: NextRouter,
  toast: ReturnType<typeof useToast>,
): Promise<void> {
  toast({ tone: 'info', text: <FormattedMessage id="table.making_form" /> });
  const form = await createFormOfTable(space_slug, { id, title }, await listColumns(id));
  await router.push(`/${String(router.query.handle)}/${form.space_slug}/forms/${form.id}`);
}
