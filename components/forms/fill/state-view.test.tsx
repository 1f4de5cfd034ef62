import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { lightIntl, SpokenContext } from '#components/ui/light-words.tsx';
import { fillWordsIn } from '#locales/fill/index.ts';
import { StateView } from './StateView.tsx';

test('says by the clocks of the form until when it was open, and whose they are', () => {
  render(
    <SpokenContext value={lightIntl(fillWordsIn('en'))}>
      <WrittenInContext value={{ locale: 'en', timeZone: 'Asia/Tokyo' }}>
        <StateView data={{ state: 'closed', opensAt: null, closesAt: '2026-01-31T16:30:00Z' }} />
      </WrittenInContext>
    </SpokenContext>,
  );
  expect(screen.getByText(/February 1, 2026 at 1:30 AM GMT\+9/)).toBeInTheDocument();
});
