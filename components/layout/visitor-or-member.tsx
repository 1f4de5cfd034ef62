import dynamic from 'next/dynamic';
import type { ReactElement, ReactNode } from 'react';
import type { WithShell } from '#components/layout/page-props.ts';

const AppLayout = dynamic(() => import('#components/layout/SpaceAppLayout.tsx'));
const PublicLayout = dynamic(() =>
  import('#components/layout/PublicLayout.tsx').then(({ PublicLayout }) => PublicLayout),
);

/** The layout of public pages: signed-in users keep their sidebar, with `panel` where the page has one for it. */
export function visitorOrMember(page: ReactElement, { shell }: WithShell, panel?: ReactNode): ReactElement {
  return shell.viewer ? (
    <AppLayout shell={shell} panel={panel}>
      {page}
    </AppLayout>
  ) : (
    <PublicLayout shell={shell}>{page}</PublicLayout>
  );
}
