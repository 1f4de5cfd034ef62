import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ItemPreviews } from './ItemPreviews.tsx';

const ID = '0199f1de-0000-7000-8000-000000000001';
let api: FakeApi;
beforeAll(async () => {
  const data = { type: 'text', text: 'Cranes lift boats.' };
  api = await startFakeApi({ [`GET items/${ID}/preview/`]: { body: { data } } });
});
afterAll(() => api.stop());

function Page({ hasCode }: { hasCode: boolean }) {
  const text = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={text}>
        <a data-item="" href={`/club/boats/${ID}`}>
          Handbook
        </a>
      </p>
      {hasCode && <ItemPreviews text={text} />}
    </>
  );
}

test('shows how an item begins though the focus was on its link before this code had come', async () => {
  const { rerender } = renderWithMessages(<Page hasCode={false} />);
  screen.getByRole('link').focus();
  rerender(<Page hasCode />);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('HandbookCranes lift boats.');
});
