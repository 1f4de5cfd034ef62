import { expect, it } from 'vitest';
import { destinationRequest } from './form-destination.ts';
import { createWebhookRequest } from './webhook.ts';

it('lists and mappings that are too long are one problem, and not one of each value', () => {
  const mapping = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`f${at}`, 1]));
  const events = Array(101).fill('nothing');
  const problems = [
    destinationRequest.safeParse({ item_id: 'x', mapping }),
    createWebhookRequest.safeParse({ url: 'https://example.org/', events }),
  ].map(({ error }) => error?.issues.map(({ message }) => message));
  expect(problems).toEqual([
    ['Mapping cannot have more than 300 entries'],
    ['Events cannot have more than 100 entries'],
  ]);
  const mapped = destinationRequest.safeParse({ item_id: 'x', mapping: { f_name: 'f_name' } });
  expect(mapped.success).toBe(true);
  expect(destinationRequest.safeParse({ item_id: 'x', mapping: {} }).success).toBe(false);
});
