import { type RenderResult, render } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactElement } from 'react';
import { IntlProvider } from 'react-intl';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { createTestRouter } from './router.ts';

/** Renders what needs words and a router, and nothing else. */
export function renderWithMessages(element: ReactElement): RenderResult {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  return render(element, {
    wrapper: ({ children }) => (
      <RouterContext.Provider value={createTestRouter().router}>
        <IntlProvider locale={code} messages={messages}>
          {children}
        </IntlProvider>
      </RouterContext.Provider>
    ),
  });
}
