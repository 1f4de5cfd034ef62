import type { ReactNode } from 'react';

/** One path instead of the several elements of an icon: hundreds of these come and go while rows are scrolled. */
const Icon = ({ path, width }: { path: string; width: number }): ReactNode => (
  <svg aria-hidden="true" width={15} height={15} viewBox="0 0 24 24">
    <path d={path} fill="none" stroke="currentColor" strokeWidth={width} strokeLinecap="round" />
  </svg>
);

export const OpenIcon = () => <Icon path="M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6" width={1.75} />;
export const MenuIcon = () => <Icon path="M12 5h.01M12 12h.01M12 19h.01" width={3.75} />;
