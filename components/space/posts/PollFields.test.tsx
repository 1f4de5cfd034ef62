import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { draftOfPoll, newPoll, PollFields, pollChange, pollRequest, storedPoll } from './PollFields.tsx';

const NOW = new Date('2026-11-27T12:00').getTime();

it('takes options and the time at which a poll closes', () => {
  let last = newPoll();
  function Fields() {
    const [poll, setPoll] = useState(last);
    last = poll;
    return <PollFields poll={poll} problem={null} onChange={setPoll} onRemove={() => {}} />;
  }
  renderWithMessages(<Fields />);
  fireEvent.change(screen.getByLabelText(/Option 1/), { target: { value: 'Oars' } });
  expect(pollRequest(last, NOW)).toBe('poll.incomplete');
  fireEvent.change(screen.getByLabelText(/Option 2/), { target: { value: ' Sails ' } });
  expect(pollRequest(last, NOW)).toEqual({ options: ['Oars', 'Sails'], multiple: false });
  fireEvent.change(screen.getByLabelText(/Closes/), { target: { value: '2026-11-27T11:59' } });
  expect(pollRequest(last, NOW)).toBe('poll.closes_past');
  fireEvent.change(screen.getByLabelText(/Closes/), { target: { value: '2026-12-01T09:30' } });
  const closes_at = new Date('2026-12-01T09:30').toISOString();
  expect(pollRequest(last, NOW)).toEqual({ options: ['Oars', 'Sails'], multiple: false, closes_at });
});

it('opens a poll to be corrected as it was written', () => {
  const closes_at = new Date('2026-12-01T09:30').toISOString();
  const option = (number: number, text: string) => ({ number, text, votes: 0, chosen: false });
  const draft = draftOfPoll({ options: [option(0, 'Oars'), option(1, 'Sails')], multiple: true, closes_at });
  expect(pollRequest(draft, NOW)).toEqual({ options: ['Oars', 'Sails'], multiple: true, closes_at });
});

it('sends a poll only where it was changed, also one whose time has come', () => {
  const option = (number: number, text: string) => ({ number, text, votes: 0, chosen: false });
  const closes_at = new Date('2026-11-01T09:30:20').toISOString();
  const before = { options: [option(0, 'Oars'), option(1, 'Sails')], multiple: false, closes_at };
  expect(pollChange(before, draftOfPoll(before), NOW)).toBeUndefined();
  expect(pollChange(before, { ...draftOfPoll(before), multiple: true }, NOW)).toBe('poll.closes_past');
  expect(pollChange(before, { ...draftOfPoll(before), closes: '' }, NOW)).toEqual({
    options: ['Oars', 'Sails'],
    multiple: false,
  });
  expect(pollChange(before, null, NOW)).toBeNull();
  expect(pollChange(null, null, NOW)).toBeUndefined();
});

it('resumes a poll that was stored as a draft, and none that was damaged', () => {
  const poll = { ...newPoll(), multiple: true, closes: '2026-12-01T09:30' };
  const [first] = poll.options;
  if (first) first.text = 'Oars';
  const stored = storedPoll(JSON.parse(JSON.stringify(poll)));
  expect(stored).toMatchObject({
    options: [{ text: 'Oars' }, { text: '' }],
    multiple: true,
    closes: poll.closes,
  });
  for (const damaged of [null, {}, { options: [{ text: 'Oars' }] }, { options: [{ text: 1 }, { text: 2 }] }])
    expect(storedPoll(damaged)).toBeNull();
});
