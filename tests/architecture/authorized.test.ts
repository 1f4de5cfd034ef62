import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Shareable } from '#server/access/policy/share-policy.ts';
import type { WebhookOwner } from '#server/access/policy/webhook-policy.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import type { trashSubmissions } from '#server/forms/deletion/trashed-submission.service.ts';
import type { publishForm } from '#server/forms/management/form.service.ts';
import type { trashForm } from '#server/forms/management/trash-form.ts';
import type { createWebhook } from '#server/forms/webhooks/webhook.service.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import type { deleteHub } from '#server/hubs/settings/delete-hub.ts';
import type { changeHub } from '#server/hubs/settings/hub.service.ts';
import type { changeItem } from '#server/items/item/change-item.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { createItem } from '#server/items/item/item.service.ts';
import { routes } from '#server/routes.ts';
import type { changeAccess } from '#server/sharing/change-access.ts';
import type { createShareLink } from '#server/sharing/share-link.service.ts';
import type { addSpaceMember } from '#server/spaces/members/space-member.service.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import type { addColumn } from '#server/tables/columns/column.service.ts';
import type { startImport } from '#server/tables/import/start-import.ts';
import type { addRows } from '#server/tables/writes/write-rows.ts';
import type { deleteSpace } from '#server/trash/delete-space.ts';
import type { purgeItem } from '#server/trash/purge-items.ts';
import { ROUTES } from '#tests/security/scenarios/routes.ts';
import { type Source, sources } from './sources.ts';

/** Anybody who mints a proof may write anything: this folder alone. */
const POLICY = 'server/access/policy/';

/** Of the caller's own account; what it proves itself by is the session, a password, a code, or the provider of single sign-on. */
const OWN_ACCOUNT = [
  'changeAccount',
  'deleteAccount',
  'verifyEmail',
  'changeEmail',
  'resetPassword',
  'changePassword',
  'mailResetLink',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'disableSecondFactor',
  'registerAccount',
  'logIn',
  'finishSignOn',
  'confirmSignOn',
];
/** Before there is anything to be authorized to: a hub is made, an invitation or a request is one's own. */
const COMING_IN = ['createHub', 'acceptInvite', 'declineInvite', 'requestToJoin', 'requestAccess'];
/** What they are to do it to is found, held and authorized in the transaction. */
const AUTHORIZED_WITHIN = [
  'changeMember',
  'removeMember',
  'restoreHub',
  'restoreSpace',
  'purgeSpace',
  'emptyTrash',
  'moveItems',
  'changeVisibilities',
  'trashItems',
  'restoreItems',
];
/** What they change is named in the body: each is authorized in the transaction, and refused for itself. */
const OF_SEVERAL = ['items/move/', 'items/visibility/', 'items/trash/', 'items/restore/'];
/** Work around a write that its caller names and was authorized to. */
const AROUND = [
  'withReceivedFiles',
  'withColumnLock',
  'sendJoinRequestDigest',
  'sendWatchDigests',
  'notifyMentionedTask',
];
const WITHOUT_PROOF = [...OWN_ACCOUNT, ...COMING_IN, ...AUTHORIZED_WITHIN, ...AROUND];

const PROOF_TYPE = /\btype (\w+) =[^;]*?\bAuthorized</g;
const namesOfProofs = ({ text }: Source) => [...text.matchAll(PROOF_TYPE)].map(([, name = '']) => name);

/** The functions that a file gives to others, each with all of its text. */
function exportedFunctions({ text }: Source): { name: string; text: string }[] {
  return [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(({ index, 1: name = '' }) => {
    const rest = text.slice(index);
    return { name, text: rest.slice(0, rest.search(/^\}/m)) };
  });
}

/** Functions that open a transaction to write in, and whether what they are given is proved. */
function writes(): { name: string; isProved: boolean }[] {
  const all = sources('server');
  const known = all.flatMap(namesOfProofs);
  return all.flatMap((source) => {
    const own = new Set(['Authorized', ...namesOfProofs(source)]);
    const proofs = known.filter(
      (name) => own.has(name) || new RegExp(`import .*\\b${name}\\b`).test(source.text),
    );
    const named = new RegExp(`: (?:${[...own, ...proofs].join('|')})\\b`);
    return exportedFunctions(source)
      .filter(({ text }) => /\binTransaction\(services\b/.test(text))
      .map(({ name, text }) => ({ name, isProved: named.test(text.slice(0, text.search(/ \{\n {2}\S/))) }));
  });
}

describe('a write that nobody checked', () => {
  it('does not compile: of a hub, a space, an item, a form, a submission, a row, a person, a link', () => {
    expectTypeOf<HubView>().not.toExtend<Parameters<typeof changeHub>[2]>();
    expectTypeOf<HubView>().not.toExtend<Parameters<typeof deleteHub>[2]>();
    expectTypeOf<SpaceView>().not.toExtend<Parameters<typeof deleteSpace>[2]>();
    expectTypeOf<SpaceView>().not.toExtend<Parameters<typeof addSpaceMember>[2]>();
    expectTypeOf<SpaceView>().not.toExtend<Parameters<typeof createItem>[2]>();
    expectTypeOf<ItemView>().not.toExtend<Parameters<typeof changeItem>[2]>();
    expectTypeOf<ItemView>().not.toExtend<Parameters<typeof purgeItem>[2]>();
    expectTypeOf<ItemView>().not.toExtend<Parameters<typeof addColumn>[2]>();
    expectTypeOf<ItemView>().not.toExtend<Parameters<typeof addRows>[2]>();
    expectTypeOf<ItemView>().not.toExtend<Parameters<typeof startImport>[2]>();
    expectTypeOf<FormView>().not.toExtend<Parameters<typeof publishForm>[2]>();
    expectTypeOf<FormView>().not.toExtend<Parameters<typeof trashForm>[2]>();
    expectTypeOf<FormView>().not.toExtend<Parameters<typeof trashSubmissions>[2]>();
    expectTypeOf<WebhookOwner>().not.toExtend<Parameters<typeof createWebhook>[2]>();
    expectTypeOf<Shareable>().not.toExtend<Parameters<typeof changeAccess>[2]>();
    expectTypeOf<Shareable>().not.toExtend<Parameters<typeof createShareLink>[2]>();
  });

  it('does not compile with the proof of something else', () => {
    expectTypeOf<Authorized<ItemView, 'item.view'>>().not.toExtend<Parameters<typeof changeItem>[2]>();
    expectTypeOf<Authorized<FormView, 'form.change'>>().not.toExtend<Parameters<typeof publishForm>[2]>();
    expectTypeOf<Authorized<SpaceView, 'space.share'>>().not.toExtend<Parameters<typeof deleteSpace>[2]>();
    // What would make all of the above true: a parameter that nothing fits.
    expectTypeOf<Authorized<ItemView, 'item.change'>>().toExtend<Parameters<typeof changeItem>[2]>();
    expectTypeOf<Authorized<FormView, 'form.publish'>>().toExtend<Parameters<typeof publishForm>[2]>();
  });

  it('takes a proof wherever a transaction is opened, unless it stands here for a reason', () => {
    const unproved = writes().filter(({ isProved }) => !isProved);
    expect(unproved.map(({ name }) => name).sort()).toEqual([...WITHOUT_PROOF].sort());
    expect(writes().filter(({ isProved }) => isProved).length).toBeGreaterThan(30);
  });

  it('has its proof from the policy alone: nobody else mints or asserts one', () => {
    const outside = sources('server', 'lib').filter(({ path }) => !path.startsWith(POLICY));
    const minting = outside.filter(
      ({ text }) =>
        /\bas (?:unknown as )?Authorized\b/.test(text) ||
        /import (?!type)[^;]*\bauthorized\b[^;]*from '[^']*policy\/authorized\.ts'/.test(text),
    );
    expect(minting.map(({ path }) => path)).toEqual([]);
  });

  it('is behind no route: each that changes a hub, a space, an item or a form authorizes first', () => {
    const resources = ['hub', 'space', 'item', 'form'];
    const open = routes.filter(({ method, path, authorize }) => {
      const scenario = ROUTES[`${method} ${path}`];
      const isOne = !OF_SEVERAL.includes(path);
      return method !== 'GET' && scenario && resources.includes(scenario.on) && isOne && !authorize;
    });
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
