import { useIntl } from 'react-intl';
import { copyText } from './copy-text.ts';
import { useToast } from './Toaster.tsx';

/** Copies an address, and says whether that worked. */
export function useCopyLink(): (address: string) => void {
  const intl = useIntl();
  const toast = useToast();
  return (address) =>
    void copyText(address).then((isCopied) =>
      toast({
        tone: isCopied ? 'success' : 'error',
        text: intl.formatMessage({ id: isCopied ? 'editor.link_copied' : 'editor.link_not_copied' }),
      }),
    );
}
