import { useRouter } from 'next/router';
import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import { listColumns } from '#services/table.ts';

/** Makes a form whose submissions become rows of the table, and opens it. */
export function useFormOfTable({ id, title, space_slug }: Item): () => Promise<void> {
  const router = useRouter();
  const toast = useToast();
  const isMaking = useRef(false);
  return async () => {
    if (isMaking.current) return;
    isMaking.current = true;
    toast({ tone: 'info', text: <FormattedMessage id="table.making_form" /> });
    try {
      const { createFormOfTable } = await import('#services/form-destination.ts');
      const form = await createFormOfTable(space_slug, { id, title }, await listColumns(id));
      await router.push(`/${String(router.query.handle)}/${form.space_slug}/forms/${form.id}`);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    isMaking.current = false;
  };
}
