import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { createInlineIntlShape, InlineIntlContext } from '#components/ui/inline-intl.tsx';
import { fillMessagesFor } from '#locales/fill/index.ts';
import { StateView } from './StateView.tsx';

test('says by the clocks of the form until when it was open, and whose they are', () => {
  render(
    <InlineIntlContext value={createInlineIntlShape(fillMessagesFor('en'))}>
      <InputFormatContext value={{ locale: 'en', timeZone: 'Asia/Tokyo' }}>
        <StateView data={{ state: 'closed', opensAt: null, closesAt: '2026-01-31T16:30:00Z' }} />
      </InputFormatContext>
    </InlineIntlContext>,
  );
  expect(screen.getByText(/February 1, 2026 at 1:30 AM GMT\+9/)).toBeInTheDocument();
});
