import dynamic from 'next/dynamic';
import type { ReactElement } from 'react';
import type { WithShell } from '#components/layout/page-props.ts';

const AppLayout = dynamic(() => import('#components/layout/AppLayout.tsx'));
const PublicLayout = dynamic(() =>
  import('#components/layout/PublicLayout.tsx').then(({ PublicLayout }) => PublicLayout),
);

/** The layout of public pages: signed-in users keep their sidebar. */
export function visitorOrMember(page: ReactElement, { shell }: WithShell): ReactElement {
  return shell.viewer ? (
    <AppLayout shell={shell}>{page}</AppLayout>
  ) : (
    <PublicLayout shell={shell}>{page}</PublicLayout>
  );
}
