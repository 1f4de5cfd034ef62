import type { ReactNode } from 'react';
import { SessionEnded } from '#components/auth/SessionEnded.tsx';
import { SignOutProvider } from '#components/auth/SignOut.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { AuthProvider } from '#context/AuthProvider.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type Shell, ShellProvider } from '#context/ShellContext.tsx';
import { AppearanceProviders } from './AppearanceProviders.tsx';
import { FetchProgress } from './FetchProgress.tsx';

type ProvidersProps = { shell: Shell; children: ReactNode };

/** Providers of every layout. antd is loaded with the controls that use it (`AntdProvider`). */
export function Providers({ shell, children }: ProvidersProps) {
  return (
    <AppearanceProviders>
      <ShellProvider shell={shell}>
        <NotificationProvider>
          <AuthProvider
            initialUser={shell.viewer}
            hubHandle={shell.hub?.domain_handle ?? null}
            followsSteps={shell.followsSteps}
            isPrivate={shell.isPrivate}
          >
            <FetchProgress />
            <Toaster>
              <SignOutProvider>{children}</SignOutProvider>
              <SessionEnded />
            </Toaster>
          </AuthProvider>
        </NotificationProvider>
      </ShellProvider>
    </AppearanceProviders>
  );
}
