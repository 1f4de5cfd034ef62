import { expect, test } from 'vitest';
import { stepPath, stepRedirect } from './current-step.ts';

const hub = { id: 'h' };

test.each([
  ['completed', null, null],
  ['completed', hub, null],
  ['organization', null, '/create-hub'],
  ['organization', hub, '/join-hub'],
  ['join_organization', null, '/create-hub'],
  ['join_organization', hub, '/join-hub'],
  ['profile', null, '/basic-profile'],
  ['verify-email', null, '/verify-email'],
  ['anything-else', hub, '/anything-else'],
])('%s with the hub %j leads to %s', (current_step, organization, path) => {
  expect(stepPath({ current_step, organization })).toBe(path);
});

test('nobody is led to where they are', () => {
  const user = { current_step: 'profile', organization: null };
  expect(stepRedirect(user, '/basic-profile?next=%2Fx')).toBeNull();
  expect(stepRedirect(user, '/basic-profile/')).toBeNull();
  expect(stepRedirect(user, '/')).toBe('/basic-profile');
});

test('the two ways to a hub lead to each other', () => {
  expect(stepRedirect({ current_step: 'organization', organization: null }, '/join-hub')).toBeNull();
  expect(stepRedirect({ current_step: 'join_organization', organization: hub }, '/create-hub')).toBeNull();
  expect(stepRedirect({ current_step: 'profile', organization: hub }, '/create-hub')).toBe('/basic-profile');
});
