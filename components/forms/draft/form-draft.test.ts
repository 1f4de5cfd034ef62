// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeField } from '#components/forms/builder/changes/draft-changes.ts';
import { readDraft, saveDraft } from '#lib/browser/drafts.ts';
import type { ChangeFormRequest, Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { type DraftContent, fingerprintOf } from './draft-content.ts';
import { UNDO_STEPS_MAX } from './draft-history.ts';
import { SAVE_DELAY } from './draft-save.ts';
import type { FormDraft } from './draft-state.ts';
import type { DraftTabs } from './draft-tabs.ts';
import { createFormDraft } from './form-draft.ts';
import { LOCAL_DRAFT_MAX_AGE, listLocalDrafts, saveLocalDraft } from './local-draft.ts';
import { SettingConflictError } from './setting-conflict.ts';

const FORM: Form = {
  id: 'form-1',
  slug: 'slug',
  space_slug: 'space',
  title: 'Camp',
  description: '',
  visibility: 'shared',
  effective_visibility: 'shared',
  revision: 1,
  published_version: null,
  is_changed: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  trashed_at: null,
  my_role: 'editor',
  allowed: ['form.change'],
  counts: { submissions: 0 },
  fields: [{ id: 'f1', name: 'name', label: 'Name', type: 'text', required: true }],
  layout: { pages: [{ id: 'p1', blocks: [{ kind: 'field', field: 'f1' }] }] },
  translations: {},
  settings: DEFAULT_SETTINGS,
  notify_has_answers: null,
  updated_by: null,
  setting_changes: {},
  state: null,
};

class Refused extends Error {
  readonly status: number;
  readonly form: Form | null;
  readonly fields: Record<string, string[]>;
  constructor(status: number, form: Form | null = null, fields: Record<string, string[]> = {}) {
    super(`${status}`);
    this.status = status;
    this.form = form;
    this.fields = fields;
  }
}

/** A server that stores one form like the real one does: by its revision. */
function createBackend() {
  let form = FORM;
  let serverMode: 'always' | 'never' | 'lost' = 'always';
  const sent: ChangeFormRequest[] = [];
  const apply = (change: ChangeFormRequest): Form => {
    const original = JSON.parse(JSON.stringify(change));
    const settings = { ...form.settings, ...original.settings };
    form = { ...form, ...original, settings, revision: form.revision + 1 };
    return form;
  };
  return {
    sent,
    form: () => form,
    /** A change by somebody else. */
    apply,
    reach: (how: typeof serverMode) => {
      serverMode = how;
    },
    server: {
      change: async (at: Form, change: ChangeFormRequest): Promise<Form> => {
        if (serverMode === 'never') throw new Error('Network Error');
        if (at.revision !== form.revision) throw new Refused(409, form);
        sent.push(change);
        const now = apply(change);
        if (serverMode === 'lost') throw new Error('Network Error');
        return now;
      },
      read: async () => {
        if (serverMode === 'never') throw new Error('Network Error');
        return form;
      },
      currentOf: (error: unknown) => (error instanceof Refused ? error.form : null),
      refusalOf: (error: unknown) =>
        error instanceof Refused ? { status: error.status, fields: error.fields } : null,
    },
  };
}

let stop: (() => void) | null = null;

/** The copies that each open tab works on; real tabs exchange them over a channel. */
const open = new Map<FormDraft, (key: string) => boolean>();

/** Opens the form in a tab. `kill` stops it like a crash: no code of it runs any more, and it sends nothing. */
function openTab({
  backend = createBackend(),
  form = FORM,
}: {
  backend?: ReturnType<typeof createBackend>;
  form?: Form;
} = {}) {
  const join = (isInUse: (key: string) => boolean): DraftTabs => {
    open.set(draft, isInUse);
    return {
      ownedByOtherTabs: async (keys) => {
        const others = [...open].filter(([other]) => other !== draft);
        return new Set(keys.filter((key) => others.some(([, isInUse]) => isInUse(key))));
      },
      close: () => void open.delete(draft),
    };
  };
  let isKilled = false;
  const gone = () => new Promise<never>(() => undefined);
  const server: typeof backend.server = {
    ...backend.server,
    change: (...args) => (isKilled ? gone() : backend.server.change(...args)),
  };
  const draft: FormDraft = createFormDraft(form, server, () => window.localStorage, join);
  const stopDraft = draft.start();
  const kill = () => {
    isKilled = true;
    const before = { ...window.localStorage };
    stopDraft();
    window.sessionStorage.clear();
    for (const [key, value] of Object.entries(before)) window.localStorage.setItem(key, value);
  };
  return { draft, backend, closeTab: stopDraft, kill };
}

function begin(backend = createBackend()): { draft: FormDraft; backend: ReturnType<typeof createBackend> } {
  const tab = openTab({ backend });
  stop = tab.closeTab;
  return tab;
}

/** The newest copy in this browser. */
const PLACE = { hub: 'Nordwind', path: '/nordwind/forms/form-2' };
const newestStored = () => listLocalDrafts(window.localStorage, 'form-1')[0];

const titled = (title: string) => (content: DraftContent) => ({ ...content, title });
const labelled = (label: string) => (content: DraftContent) =>
  changeField(content, 'f1', (field) => ({ ...field, label }));
const rest = () => vi.advanceTimersByTimeAsync(SAVE_DELAY + 10);

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(async () => {
  stop?.();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
});

test('autosaves only what changed after a pause and reports the state', async () => {
  const { draft, backend } = begin();
  draft.change(titled('Summer camp'), 'Change the title');
  expect(draft.state().save).toBe('saving');
  expect(backend.sent).toEqual([]);
  await rest();
  expect(backend.sent).toEqual([{ title: 'Summer camp' }]);
  expect(draft.state()).toMatchObject({ save: 'saved', form: { revision: 2 } });
  expect(newestStored()).toBeUndefined();
});

test('takes typing back as one step, and other changes one by one', async () => {
  const { draft } = begin();
  for (const title of ['C', 'Ca', 'Cam']) draft.change(titled(title), 'Change the title', 'title');
  draft.change(labelled('Full name'), 'Change Name');
  expect(draft.undo()).toBe('Change Name');
  expect(draft.undo()).toBe('Change the title');
  expect(draft.state().content).toMatchObject({ title: 'Camp', fields: [{ label: 'Name' }] });
  expect(draft.undo()).toBeNull();
  expect(draft.redo()).toBe('Change the title');
  expect(draft.state().content.title).toBe('Cam');
  draft.change(titled('Else'), 'Change the title');
  expect(draft.redo()).toBeNull();
});

test('limits the number of undo steps', () => {
  const { draft } = begin();
  for (let step = 0; step < UNDO_STEPS_MAX + 50; step += 1) draft.change(titled(`Title ${step}`), 'Change');
  let undone = 0;
  while (draft.undo() !== null) undone += 1;
  expect(undone).toBe(UNDO_STEPS_MAX);
});

test('holds back what the server would refuse, keeps it, and names the place', async () => {
  const { draft, backend } = begin();
  draft.change(labelled(''), 'Change Name');
  await rest();
  expect(backend.sent).toEqual([]);
  expect(draft.state()).toMatchObject({
    save: 'paused',
    problems: [{ message: 'Please enter Label', place: { kind: 'field', id: 'f1', part: 'label' } }],
  });
  expect(newestStored()?.content.fields[0]?.label).toBe('');
  draft.change(labelled('Your name'), 'Change Name');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', problems: [] });
});

test('shows what was left unsaved when the page is opened again', async () => {
  const first = begin();
  first.backend.reach('never');
  first.draft.change(titled('Half-made'), 'Change the title');
  await rest();
  stop?.();
  const { draft, backend } = begin();
  expect(draft.state()).toMatchObject({ isRestored: true, content: { title: 'Half-made' } });
  await rest();
  expect(backend.sent).toEqual([{ title: 'Half-made' }]);
  expect(draft.state()).toMatchObject({ save: 'saved', isRestored: false });
});

const named = (label: string) => ({ fields: FORM.fields.slice(0, 1).map((field) => ({ ...field, label })) });

test('takes up what was left and merges what others did meanwhile, and asks only where it collides', async () => {
  for (const change of [{ visibility: 'public' as const }, { title: 'Theirs' }, named('Theirs')]) {
    window.localStorage.clear();
    const first = begin();
    first.draft.change(labelled(''), 'Change Name');
    await rest();
    stop?.();
    const now = { ...FORM, ...change, revision: 2 };
    const { draft, closeTab } = openTab({ backend: first.backend, form: now });
    stop = closeTab;
    expect(draft.state()).toMatchObject({ isRestored: true, content: { fields: [{ label: '' }] } });
    expect(draft.state().theirs).toEqual('fields' in change ? now : null);
    if ('title' in change) expect(draft.state().content.title).toBe('Theirs');
    stop();
  }
});

test('drops what was left where that is wanted, and brings it back by undo', async () => {
  const first = begin();
  first.draft.change(labelled(''), 'Change Name');
  await rest();
  stop?.();
  const { draft } = begin();
  draft.discard('drop');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', content: { fields: [{ label: 'Name' }] } });
  draft.undo();
  expect(draft.state().content.fields[0]?.label).toBe('');
});

test('merges settings with what others changed, and asks where they changed the same setting', async () => {
  const { draft, backend } = begin();
  const settings = (change: Partial<Form['settings']>) => ({
    settings: { ...backend.form().settings, ...change },
  });
  backend.apply(settings({ listed: false, notify: ['b@x.org'], max_submissions: 10 }));
  const change = (wanted: Partial<Form['settings']>, base: Partial<Form['settings']> = DEFAULT_SETTINGS) =>
    draft.send({ settings: wanted }, base);

  await change({ editable: true });
  await change({ notify: ['a@x.org'] });
  expect(backend.sent).toEqual([
    { settings: { editable: true } },
    { settings: { notify: ['b@x.org', 'a@x.org'] } },
  ]);
  await expect(change({ max_submissions: 20 })).rejects.toBeInstanceOf(SettingConflictError);
  expect(backend.sent).toHaveLength(2);
  const conflict = { name: 'max_submissions', base: null, mine: 20 };
  expect(draft.state().settingConflicts).toEqual([conflict]);
  // Chosen based on the current settings: it is sent, and the conflict is resolved.
  await change({ max_submissions: 20 }, { max_submissions: 10 });
  expect(backend.sent.at(-1)).toEqual({ settings: { max_submissions: 20 } });
  expect(draft.state().settingConflicts).toEqual([]);
});

test('resumes saving when the network is back', async () => {
  const { draft, backend } = begin();
  backend.reach('never');
  draft.change(titled('Summer'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'offline', isStoredLocally: true });
  backend.reach('always');
  window.dispatchEvent(new Event('online'));
  await rest();
  expect(draft.state().save).toBe('saved');
  expect(backend.form().title).toBe('Summer');
});

test('recognizes its own write when the response to it was lost', async () => {
  const { draft, backend } = begin();
  backend.reach('lost');
  draft.change(titled('Summer'), 'Change the title');
  await rest();
  expect(draft.state().save).toBe('offline');
  backend.reach('always');
  draft.change(titled('Summer camp'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', theirs: null });
  expect(backend.form().title).toBe('Summer camp');
});

test('asks which version to keep when somebody else saved first, and loses neither', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    window.localStorage.clear();
    const { draft, backend } = begin();
    backend.apply({ title: 'Theirs' });
    draft.change(titled('Mine'), 'Change the title');
    await rest();
    expect(draft.state()).toMatchObject({ save: 'conflict', theirs: { title: 'Theirs' } });
    expect(draft.state().content.title).toBe('Mine');
    await rest();
    expect(backend.form().title).toBe('Theirs');
    draft.resolveConflict(choice, 'settle');
    await rest();
    const [wins, other] = choice === 'mine' ? ['Mine', 'Theirs'] : ['Theirs', 'Mine'];
    expect(draft.state()).toMatchObject({ save: 'saved', content: { title: wins } });
    expect(backend.form().title).toBe(wins);
    draft.undo();
    await rest();
    expect(backend.form().title).toBe(other);
    stop?.();
  }
});

test('merges what somebody else saved into what is not saved here, says what, and undo leaves theirs', async () => {
  const { draft, backend } = begin();
  backend.apply({ ...named('Theirs'), description: 'Theirs' });
  draft.change(titled('Mine'), 'Change the title');
  await rest();
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', theirs: null, merged: { changedNodes: ['Theirs'] } });
  expect(backend.form()).toMatchObject({ title: 'Mine', description: 'Theirs', ...named('Theirs') });
  draft.undo();
  await rest();
  expect(backend.form()).toMatchObject({ title: 'Camp', description: 'Theirs', ...named('Theirs') });
  draft.dismissMerged();
  expect(draft.state().merged).toBeNull();
});

test('resolves each conflict as chosen, and takes the changes without a conflict in any case', async () => {
  const { draft, backend } = begin();
  backend.apply({ ...named('Theirs'), title: 'Theirs', description: 'Theirs' });
  draft.change((content) => labelled('Mine')(titled('Mine')(content)), 'Change');
  await rest();
  expect(draft.state().save).toBe('conflict');
  draft.resolveConflict(({ part }) => (part === 'label' ? 'theirs' : 'mine'), 'settle');
  await rest();
  expect(backend.form()).toMatchObject({ title: 'Mine', description: 'Theirs', ...named('Theirs') });
  draft.undo();
  await rest();
  expect(backend.form()).toMatchObject({ title: 'Theirs', description: 'Theirs', ...named('Mine') });
});

test('takes back one act and leaves what was done after it', async () => {
  const { draft, backend } = begin();
  const before = draft.state().content;
  draft.change(titled('Summer'), 'Change the title');
  const after = draft.state().content;
  draft.change(labelled('Full name'), 'Change Name');
  draft.revert(before, after, 'take back');
  await rest();
  expect(backend.form()).toMatchObject({ title: 'Camp', ...named('Full name') });
  const steps = draft.state().history.past.length;
  draft.revert(before, after, 'take back');
  expect(draft.state().history.past).toHaveLength(steps);
});

test('stores an unfinished rule until it is saved or cancelled, across reloads', async () => {
  const rule = { about: 'field f1', part: 'visible_if', group: { join: 'all' } } as const;
  const first = begin();
  first.draft.setUnfinished('new', rule);
  first.draft.change(titled('Summer'), 'Change the title');
  await rest();
  expect(first.draft.state()).toMatchObject({ save: 'saved', unfinished: { new: rule } });
  stop?.();
  const { draft, closeTab } = openTab({ backend: first.backend, form: first.backend.form() });
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', isRestored: false, unfinished: { new: rule } });
  draft.setUnfinished('new', null);
  closeTab();
  expect(newestStored()).toBeUndefined();
  expect(begin().draft.state().unfinished).toEqual({});
});

test('continues when somebody else changed only settings', async () => {
  const { draft, backend } = begin();
  backend.apply({ visibility: 'public' });
  draft.change(titled('Mine'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', form: { visibility: 'public', title: 'Mine' } });
});

test('accepts the form of another response without overwriting unsaved changes', async () => {
  const { draft, backend } = begin();
  draft.accept(backend.apply({ title: 'Theirs' }));
  expect(draft.state()).toMatchObject({ save: 'saved', content: { title: 'Theirs' } });
  draft.change(titled('Mine'), 'Change the title');
  draft.accept(backend.apply({ title: 'Theirs again' }));
  await rest();
  expect(draft.state()).toMatchObject({ save: 'conflict', content: { title: 'Mine' } });
  expect(backend.form().title).toBe('Theirs again');
});

test('takes over changes of others to the form on refresh', async () => {
  const { draft, backend } = begin();
  backend.apply({ visibility: 'public' });
  await draft.refresh();
  expect(draft.state().form.visibility).toBe('public');

  backend.apply({ visibility: 'private' });
  backend.reach('never');
  await draft.refresh();
  expect(draft.state()).toMatchObject({ save: 'saved', form: { visibility: 'public' } });
});

test('follows what others did when the page is looked at again, and asks where something here is not saved', async () => {
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    return vi.advanceTimersByTimeAsync(0);
  };
  const { draft, backend } = begin();
  await look('hidden');
  backend.apply({ title: 'Theirs' });
  expect(draft.state().content.title).toBe('Camp');
  await look('visible');
  expect(draft.state()).toMatchObject({ save: 'saved', content: { title: 'Theirs' } });

  draft.change(labelled(''), 'Change Name');
  await rest();
  await look('hidden');
  backend.apply({ title: 'Theirs again' });
  await look('visible');
  expect(draft.state()).toMatchObject({ save: 'paused', content: { title: 'Theirs again' } });
  backend.apply(named('Theirs'));
  await look('visible');
  expect(draft.state()).toMatchObject({ save: 'conflict', content: { fields: [{ label: '' }] } });
  vi.restoreAllMocks();
});

test('sends settings after what is on its way, by the revision that it left', async () => {
  const { draft, backend } = begin();
  draft.change(titled('Mine'), 'Change the title');
  const [saved, form] = await Promise.all([draft.flush(), draft.send({ visibility: 'public' })]);
  expect(saved).toBe(true);
  expect(form).toMatchObject({ revision: 3, title: 'Mine', visibility: 'public' });
  expect(backend.sent).toEqual([{ title: 'Mine' }, { visibility: 'public' }]);
});

test('shows the server’s refusal at its field', async () => {
  const store = createBackend();
  store.server.change = async () => {
    throw new Refused(422, null, { 'fields[0].help': ['Help is too long'] });
  };
  const { draft } = begin(store);
  draft.change(titled('Summer'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({
    save: 'paused',
    problems: [{ message: 'Help is too long', place: { kind: 'field', id: 'f1', part: 'help' } }],
  });
});

test('reports that the browser stores nothing', async () => {
  const store = createBackend();
  store.reach('never');
  const full = {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new Error('full');
    },
  };
  const alone: DraftTabs = { ownedByOtherTabs: async () => new Set(), close: () => undefined };
  const draft = createFormDraft(
    FORM,
    store.server,
    () => full,
    () => alone,
  );
  stop = draft.start();
  draft.change(titled('Summer'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'offline', isStoredLocally: false });
});

test('a tab in conflict that is killed while another saves leaves its copy, which is there again', async () => {
  const store = createBackend();
  const one = openTab({ backend: store });
  const other = openTab({ backend: store });
  other.draft.change(titled('Theirs'), 'Change the title');
  await rest();
  one.draft.change(titled('Mine'), 'Change the title');
  await rest();
  expect(one.draft.state().save).toBe('conflict');
  other.draft.change(titled('Theirs again'), 'Change the title');
  await rest();
  expect(other.draft.state().save).toBe('saved');
  one.kill();
  other.draft.change(labelled('Full name'), 'Change Name');
  await rest();

  const again = openTab({ backend: store, form: store.form() });
  await rest();
  expect(again.draft.state()).toMatchObject({
    save: 'conflict',
    isRestored: true,
    content: { title: 'Mine' },
  });
  expect(store.form().title).toBe('Theirs again');
  again.draft.resolveConflict('mine', 'settle');
  await rest();
  expect(store.form().title).toBe('Mine');
  expect(newestStored()).toBeUndefined();
  expect(window.localStorage.getItem('draft-keys')).toBe('[]');
  for (const tab of [other, again]) tab.closeTab();
});

test('a tab leaves alone what another works on, and what it has not saved stays that one’s', async () => {
  const store = createBackend();
  const one = openTab({ backend: store });
  one.draft.change(labelled(''), 'Change Name');
  await rest();
  expect(one.draft.state().save).toBe('paused');
  const other = openTab({ backend: store });
  await rest();
  expect(other.draft.state()).toMatchObject({ save: 'saved', isRestored: false, storedDrafts: [] });
  other.draft.change(titled('Theirs'), 'Change the title');
  await rest();
  expect(newestStored()?.content.fields[0]?.label).toBe('');
  for (const tab of [one, other]) tab.closeTab();
});

test('offers one after the other what several tabs left, and undo brings back what was dropped', async () => {
  const store = createBackend();
  const tabs = ['First', 'Second', 'Third'].map((title) => {
    const tab = openTab({ backend: store });
    tab.draft.change((content) => labelled('')(titled(title)(content)), 'Change');
    return tab;
  });
  for (const tab of tabs) {
    await rest();
    tab.kill();
  }
  const { draft, closeTab } = openTab({ backend: store });
  await rest();
  const shown = draft.state();
  expect(shown.isRestored).toBe(true);
  expect(shown.storedDrafts).toHaveLength(2);
  draft.discard('drop');
  await rest();
  const [second, first] = draft.state().storedDrafts;
  draft.restoreStored('show');
  expect(draft.state()).toMatchObject({ isRestored: true, content: { title: second?.content.title } });
  draft.discard('drop');
  await rest();
  draft.discardStored('drop what was left');
  expect(draft.state()).toMatchObject({ save: 'saved', storedDrafts: [], content: { title: 'Camp' } });
  expect(newestStored()).toBeUndefined();
  expect(draft.undo()).toBe('drop what was left');
  expect(draft.state().content.title).toBe(first?.content.title);
  closeTab();
});

test('keeps input typed before a stored draft is found, and offers the stored draft', async () => {
  const store = createBackend();
  const before = openTab({ backend: store });
  before.draft.change(labelled(''), 'Change Name');
  await rest();
  before.kill();
  const { draft, closeTab } = openTab({ backend: store });
  draft.change(titled('Typed at once'), 'Change the title');
  await rest();
  expect(draft.state()).toMatchObject({ save: 'saved', content: { title: 'Typed at once' } });
  expect(draft.state().storedDrafts).toHaveLength(1);
  expect(store.form().title).toBe('Typed at once');
  closeTab();
});

test('asks again at each opening which version to keep, until one is chosen', async () => {
  const first = begin();
  first.draft.change(labelled(''), 'Change Name');
  await rest();
  stop?.();
  const theirs = first.backend.apply(named('Theirs'));
  for (let opening = 0; opening < 3; opening += 1) {
    const { draft, closeTab } = openTab({ backend: first.backend, form: theirs });
    await rest();
    expect(draft.state()).toMatchObject({ save: 'conflict', theirs: named('Theirs') });
    closeTab();
  }
  expect(first.backend.form().fields).toEqual(named('Theirs').fields);
});

test('takes up what was left when a form had a single key, and keeps it until then', async () => {
  vi.setSystemTime('2026-01-01');
  const { content, saved } = begin().draft.state();
  const left = { content: { ...content, title: 'Half-made' }, base: fingerprintOf(saved) };
  for (const id of [FORM.id, 'form-2']) saveDraft(window.localStorage, `draft-form-${id}`, left);
  const { draft } = begin();
  await rest();
  expect(draft.state()).toMatchObject({ content: { title: 'Half-made' }, save: 'saved' });
  expect(readDraft(window.localStorage, `draft-form-${FORM.id}`)).toBeUndefined();
  expect(listLocalDrafts(window.localStorage, 'form-2')).toMatchObject([{ content: { title: 'Half-made' } }]);
  vi.setSystemTime(Date.parse('2026-01-01') + LOCAL_DRAFT_MAX_AGE + 60_000);
  begin();
  expect(listLocalDrafts(window.localStorage, 'form-2')).toEqual([]);
});

test('removes expired local drafts of any form and nothing newer', () => {
  vi.setSystemTime('2026-01-01');
  const copy = { content: begin().draft.state().content, base: 'base', unfinished: {} };
  saveLocalDraft(window.localStorage, 'draft-form-form-2:old', copy, PLACE);
  vi.setSystemTime(Date.parse('2026-01-01') + LOCAL_DRAFT_MAX_AGE - 1000);
  saveLocalDraft(window.localStorage, 'draft-form-form-2:new', copy, PLACE);
  begin();
  expect(listLocalDrafts(window.localStorage, 'form-2')).toHaveLength(2);
  vi.setSystemTime(Date.parse('2026-01-01') + LOCAL_DRAFT_MAX_AGE + 1000);
  begin();
  expect(listLocalDrafts(window.localStorage, 'form-2').map(({ key }) => key)).toEqual([
    'draft-form-form-2:new',
  ]);
});
