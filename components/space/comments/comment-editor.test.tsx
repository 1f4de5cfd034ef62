import { act, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { ShellProvider } from '#context/ShellContext.tsx';
import { type DraftOwner, scopeDraftStorage } from '#lib/browser/drafts.ts';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { buildShell } from '#tests/component/shell.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { saveCommentDraft } from './comment-draft.ts';

const shell = buildShell({});
const owner: DraftOwner = { account: shell.viewer?.id ?? '', hub: shell.hub?.id ?? '' };
const ABOUT = { kind: 'comment', title: 'The plan', hub: '', path: '/' } as const;

test('a page with a draft is hydrated as the server rendered it, and then shows the draft', async () => {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  const page = (
    <RouterContext.Provider value={createTestRouter().router}>
      <IntlProvider locale={code} messages={messages}>
        <ShellProvider shell={shell}>
          <CommentEditor
            label="Reply"
            placeholder=""
            submit="Reply"
            place="plan"
            title="The plan"
            find={async () => []}
            onSubmit={async () => undefined}
          />
        </ShellProvider>
      </IntlProvider>
    </RouterContext.Provider>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  document.body.append(container);
  saveCommentDraft(
    scopeDraftStorage(() => window.localStorage, owner),
    'plan',
    'Not sent yet',
    ABOUT,
  );

  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveProperty('value', 'Not sent yet');
  expect(screen.getByText('Unsent text is kept as a draft')).toBeTruthy();
  expect(mismatches).toEqual([]);

  await act(async () => root.unmount());
  container.remove();
});
