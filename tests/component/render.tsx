import { type RenderResult, render } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactElement } from 'react';
import { IntlProvider } from 'react-intl';
import { fieldMessages } from '#components/layout/field-messages.ts';
import { InlineIntlContext } from '#components/ui/inline-intl.tsx';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { createTestRouter } from './router.ts';

/** Renders what needs words and a router, and nothing else. */
export function renderWithMessages(element: ReactElement): RenderResult {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  return render(element, {
    wrapper: ({ children }) => (
      <RouterContext.Provider value={createTestRouter().router}>
        <IntlProvider locale={code} messages={messages}>
          <InlineIntlContext value={fieldMessages}>{children}</InlineIntlContext>
        </IntlProvider>
      </RouterContext.Provider>
    ),
  });
}
