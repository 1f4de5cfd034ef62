import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Organization } from '#lib/contract/account.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { PeopleSelect } from './PeopleSelect.tsx';

const person = (id: string, first_name: string) => ({
  id,
  first_name,
  last_name: 'Lovelace',
  email: `${id}@x`,
});
const hubFor = (role: 'member' | 'guest' | null) =>
  ({ domain_handle: 'h', role }) as Partial<Organization> as Organization;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET hubs/h/members/': ({ query }) => ({
      body: {
        data: query.includes('gra') ? [person('u2', 'Grace')] : [],
        ...{ count: 1, page: 1, page_size: 6 },
      },
    }),
    'GET hubs/h/members/u1/': { body: { data: person('u1', 'Ada') } },
  });
});
afterAll(() => api.stop());

it('shows people by their names, and finds others on the server', async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub: hubFor('member') })}>
      <QueryProvider>
        <PeopleSelect
          label="Value"
          chosen={['u1', 'me']}
          isSingle={false}
          onChange={(ids) => saved.push(ids)}
        />
      </QueryProvider>
    </ShellProvider>,
  );
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
  expect(screen.getAllByText('Me (who looks at the view)').length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText('Value'), 'gra');
  await user.click(await screen.findByText('Grace Lovelace'));
  expect(saved.at(-1)).toEqual(['u1', 'me', 'u2']);
});

it('leaves an open list by Tab and Escape with nothing else chosen, and the dialog around it open', async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub: hubFor('member') })}>
      <QueryProvider>
        <PeopleSelect label="Value" chosen={['me']} isSingle={false} onChange={(ids) => saved.push(ids)} />
        <button type="button">Next</button>
      </QueryProvider>
    </ShellProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Value' });
  await user.click(field);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  // A browser closes a dialog on an Escape that nothing prevents.
  expect(fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 27 })).toBe(false);
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  expect(fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 27 })).toBe(true);
  await user.click(field);
  await user.keyboard('{Tab}');
  expect(document.activeElement?.textContent).toBe('Next');
  expect(saved).toEqual([]);
});
