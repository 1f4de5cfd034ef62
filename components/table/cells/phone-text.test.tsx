import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { PhoneText } from './PhoneText.tsx';

test('shows a number of the hub’s country without its code, others with it, and what is no number as it is', async () => {
  render(
    <PhoneCountryContext value="DE">
      <p>
        <PhoneText number="+4930901820" />
      </p>
      <p>
        <PhoneText number="+46705550199" />
      </p>
      <p>
        <PhoneText number="front desk" />
      </p>
    </PhoneCountryContext>,
  );
  expect(await screen.findByText('030 901820')).toBeVisible();
  expect(screen.getByText('+46 70 555 01 99')).toBeVisible();
  expect(screen.getByText('front desk')).toBeVisible();
});
