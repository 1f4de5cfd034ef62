import type { Shell } from '#context/ShellContext.tsx';
import FailurePage from './FailurePage.tsx';
import RemovedPage from './RemovedPage.tsx';

/** In place of a page that could not be loaded (`status`), or of a hub that its user is no longer in. */
export default function UnavailablePage({
  status,
  shell,
}: {
  status: number | null;
  shell: Shell | undefined;
}) {
  if (status !== null) return <FailurePage status={status} />;
  return shell ? <RemovedPage shell={shell} /> : null;
}
