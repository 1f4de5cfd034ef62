import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ResourceAccess } from '#lib/contract/access.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { GrantedGroups } from './GrantedGroups.tsx';
import { type AccessControl, updatePeople } from './use-access.ts';

const group = (id: string, name: string | null, changeable = true) => ({
  id,
  name,
  members_count: 12,
  role: 'viewer' as const,
  changeable,
});

const IDA = {
  person: { id: 'ida', name: 'Ida', email: null, avatar_url: null, hub_role: 'member' as const },
  role: 'editor' as const,
  own_role: 'editor' as const,
  changeable: true,
  reasons: [],
};

function show(granted_groups: ResourceAccess['granted_groups']) {
  const access = {
    people: [IDA],
    granted_groups,
    invited: [],
    grantable: ['editor', 'commenter', 'viewer'],
  } satisfies Partial<ResourceAccess> as Partial<ResourceAccess> as ResourceAccess;
  const change = vi.fn<AccessControl['change']>(async () => true);
  const peopleWith: AccessControl['peopleWith'] = (wanted) => updatePeople(access, wanted);
  renderWithMessages(
    <GrantedGroups control={{ access, busy: false, problem: null, invitations: [], peopleWith, change }} />,
  );
  return change;
}

it('gives a group another role, and leaves people and other groups theirs', () => {
  const change = show([group('board', 'Board'), group('crew', 'Crew')]);
  expect(screen.getAllByText('12 people')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Role of Board'), { target: { value: 'editor' } });
  expect(change).toHaveBeenCalledWith({
    people: [
      { user_id: 'ida', role: 'editor' },
      { group_id: 'crew', role: 'viewer' },
      { group_id: 'board', role: 'editor' },
    ],
  });
});

it('takes a group out', () => {
  const change = show([group('board', 'Board'), group('crew', 'Crew')]);
  fireEvent.click(screen.getByLabelText('Remove Board'));
  expect(change).toHaveBeenCalledWith({
    people: [
      { user_id: 'ida', role: 'editor' },
      { group_id: 'crew', role: 'viewer' },
    ],
  });
});

it('shows guests that there is a group, without its name and a way to change it', () => {
  show([group('board', null)]);
  expect(screen.getByText('A group of the hub')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
