import { useRouter } from 'next/router';
import { useRef } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';

/** Makes a form whose submissions become rows of the table, and opens it; one at a time. */
export function useFormOfTable(item: Item): () => Promise<void> {
  const router = useRouter();
  const toast = useToast();
  const isMaking = useRef(false);
  return async () => {
    if (isMaking.current) return;
    isMaking.current = true;
    try {
      await (await import('./make-form-of-table.tsx')).makeFormOfTable(item, router, toast);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    isMaking.current = false;
  };
}
