import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { Toaster } from '#components/common/Toaster.tsx';
import { AuthProvider } from '#context/AuthProvider.tsx';
import { GlobalDataProvider } from '#context/GlobalDataProvider.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { useNonce } from '#context/nonce.ts';
import { type Shell, ShellProvider } from '#context/ShellContext.tsx';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

/** Words and styles: all that a page without a session needs. */
export function LookProviders({ children }: { children: ReactNode }) {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  return (
    <StyleSheetManager nonce={useNonce()}>
      <IntlProvider locale={code} defaultLocale={code} messages={messages}>
        {children}
      </IntlProvider>
    </StyleSheetManager>
  );
}

/** What every layout brings; antd is the signed-in layout's own. */
export function Providers({ shell, children }: { shell: Shell; children: ReactNode }) {
  return (
    <LookProviders>
      <ShellProvider shell={shell}>
        <NotificationProvider>
          <GlobalDataProvider>
            <AuthProvider
              initialUser={shell.viewer}
              hubHandle={shell.hub?.domain_handle ?? null}
              followsSteps={shell.followsSteps}
              isPrivate={shell.isPrivate}
            >
              <Toaster>{children}</Toaster>
            </AuthProvider>
          </GlobalDataProvider>
        </NotificationProvider>
      </ShellProvider>
    </LookProviders>
  );
}
