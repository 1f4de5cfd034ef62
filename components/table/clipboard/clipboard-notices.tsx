import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';

/** The most cells that are copied, pasted or filled at once. */
export const CELLS_MAX = 100_000;

export function useClipboardNotices() {
  const toast = useToast();
  const tooMany = () =>
    toast({
      tone: 'error',
      text: <FormattedMessage id="table.too_many_cells" values={{ count: CELLS_MAX }} />,
    });
  const failed = (error: unknown) => toast({ tone: 'error', text: failureText(error) });
  return { tooMany, failed };
}
