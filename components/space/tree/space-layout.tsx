import type { ReactElement } from 'react';
import type { WithShell } from '#components/layout/page-props.ts';
import { visitorOrMember } from '#components/layout/visitor-or-member.tsx';
import { DocumentPanel } from './DocumentPanel.tsx';

/** The layout of a space's pages: the sidebar has the tree of its documents. */
export function spaceLayout(page: ReactElement, props: WithShell): ReactElement {
  return visitorOrMember(page, props, <DocumentPanel />);
}
