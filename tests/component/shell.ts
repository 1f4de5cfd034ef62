import { NO_SHORTCUTS, type Shell } from '#context/ShellContext.tsx';

/** What a page brings where nobody is signed in, and no hub is open. */
export const buildShell = (attributes: Partial<Shell> = {}): Shell => ({
  viewer: null,
  hub: null,
  shortcuts: NO_SHORTCUTS,
  config: { apiHost: '', publicUrl: 'https://hub.example', mail: false, demo: null, signOn: null },
  theme: 'system',
  sidebarCollapsed: false,
  isPrivate: true,
  followsSteps: true,
  sessionEnded: null,
  failed: null,
  removed: null,
  ...attributes,
});
