import { Settings } from 'lucide-react';
import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Space } from '#lib/contract/space.ts';

// The form loads the contract's schemas, which a list doesn't need until it is opened.
const SpaceForm = lazyDialog(() =>
  import('#components/space/view/SpaceForm.tsx').then((file) => file.SpaceForm),
);

/** Changes a space's name, address and visibility. */
export function SpaceSettings({ handle, space }: { handle: string; space: Space }) {
  const intl = useIntl();
  const router = useRouter();
  const refresh = usePageRefresh();
  const toast = useToast();
  const { hub } = useShell();
  const [open, setOpen] = useState(false);

  /** Renders the page and the sidebar again, under the space's current address. */
  const show = (slug: string, tone: 'success' | 'error', text: ReactNode) => {
    setOpen(false);
    toast({ tone, text });
    if (slug === space.slug) void refresh();
    else void router.replace(`/${handle}/${slug}`);
  };
  return (
    <>
      <IconButton
        icon={Settings}
        label={intl.formatMessage({ id: 'space.settings' })}
        onClick={() => setOpen(true)}
      />
      {open && (
        <SpaceForm
          hub={{ name: hub?.name ?? handle, domain_handle: handle }}
          initial={space}
          onClose={() => setOpen(false)}
          onSaved={(saved) => show(saved.slug, 'success', <FormattedMessage id="space.saved" />)}
          onConflict={() => show(space.slug, 'error', <FormattedMessage id="space.conflict" />)}
        />
      )}
    </>
  );
}
