import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describedRole, HUB_ROLE_NAMES, ITEM_ROLE_NAMES, roleInSentence } from '#lib/access/role-names.ts';
import { HUB_ROLES, ITEM_ROLES } from '#lib/access/roles.ts';
import entry from '#locales/en-US.entry.ts';
import fill from '#locales/en-US.fill.ts';
import messages from '#locales/en-US.ts';
import { sources } from './sources.ts';

const SCREENS = ['pages', 'components', 'context', 'services', 'lib', 'styles'];
// The page that fills a form has messages of its own, which no other page carries.
const ids = new Set(Object.keys({ ...messages, ...fill }));
/** `prefix.` of template literals such as `kind.${kind}`: which of them exist, the types of the code say. */
const prefixes = new Set([...ids].map((id) => `${id.split('.')[0]}.`));

describe('messages', () => {
  const used = sources(...SCREENS).map(({ path, text }) => ({
    path,
    literals: [...text.matchAll(/(['"`])([a-z][a-z0-9_]*(?:\.[A-Za-z0-9_-]+)+)\1/g)].map(
      ([, , id = '']) => id,
    ),
    asked: [...text.matchAll(/(?:\bid:\s*|\bid=\{?\s*)(['"])([a-z][\w-]*(?:\.[\w-]+)+)\1/g)].map(
      ([, , id = '']) => id,
    ),
    templates: [...text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, prefix = '']) => prefix),
  }));

  it('that a screen uses exist', () => {
    const missing = used.flatMap(({ path, asked }) =>
      asked.filter((id) => !ids.has(id)).map((id) => `${path} asks for ${id}`),
    );
    expect(missing).toEqual([]);
  });

  it('that exist are used', () => {
    const literals = new Set(used.flatMap((source) => source.literals));
    const templates = used
      .flatMap((source) => source.templates)
      .filter((one) => prefixes.has(`${one.split('.')[0]}.`));
    // Registered by docs/product-rules.md §8 without a place on a screen.
    const unused = [...ids].filter(
      (id) =>
        id !== 'button.click_me' && !literals.has(id) && !templates.some((prefix) => id.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('of the sign-in pages are exactly those that the pages use', () => {
    const files = new Map(sources(...SCREENS).map((source) => [source.path, source]));
    const seen = new Set<string>();
    const visit = (path: string): void => {
      const source = files.get(path);
      if (!source || seen.has(path)) return;
      seen.add(path);
      const imported = /^(?:import|export)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gms;
      for (const [, now, later] of source.text.matchAll(imported)) {
        const name = now ?? later ?? '';
        // What comes after the entry pages is fetched there, and brings messages of its own.
        if (name.endsWith('/AppLayout.tsx')) continue;
        visit(name.startsWith('#') ? name.slice(1) : join(dirname(path), name));
      }
    };
    for (const { path, text } of files.values()) {
      if (path.startsWith('pages/') && /AuthLayout|AppearanceProviders/.test(text)) visit(path);
    }
    const later = [...ids].filter((id) => !(id in entry));
    const screens = [...seen].filter((path) => !path.startsWith('lib/'));
    const tooLate = screens.flatMap((path) => {
      const text = files.get(path)?.text ?? '';
      const found = later.filter((id) => text.includes(`'${id}'`) || text.includes(`"${id}"`));
      const parts = [...text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, part = '']) => part);
      const built = later.filter((id) => parts.some((part) => id.startsWith(part)));
      return [...found, ...built].map((id) => `${path} asks for ${id}`);
    });
    expect(seen.size).toBeGreaterThan(30);
    expect(tooLate).toEqual([]);
  });

  it('have the one that the product rules register', () => {
    expect(messages['button.click_me']).toBe('Click Me');
  });

  it('call each role the same on every screen, by the one list of names', () => {
    const texts: Record<string, string> = messages;
    const roles = new Set<string>([...HUB_ROLES, ...ITEM_ROLES]);
    const named: [string, string][] = [];
    const audited: [string, string][] = [];
    for (const [id, text] of Object.entries(texts)) {
      const role = /(?:\.role_|^audit_word\.)([a-z]+)$/.exec(id)?.[1] ?? '';
      if (roles.has(role)) (id.startsWith('audit_word.') ? audited : named).push([role, text]);
    }
    const names: Record<string, string> = { ...HUB_ROLE_NAMES, ...ITEM_ROLE_NAMES };
    const described = Object.fromEntries(ITEM_ROLES.map((role) => [role, describedRole(role)]));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([role, text]) => text !== names[role] && text !== described[role])).toEqual([]);
    expect(audited).toEqual([...roles].map((role) => [role, names[role]?.toLowerCase()]));
    for (const role of ITEM_ROLES)
      expect(texts['space_people.role_changed'], role).toMatch(new RegExp(`\\b${roleInSentence(role)}\\b`));
    // No screen has names of its own beside them.
    const own = Object.entries(texts).filter(([, text]) =>
      /^can (view|read|comment|edit|change|manage)$/i.test(text),
    );
    expect(own).toEqual([]);
  });

  it('name a button for screen readers by what stands on it, too', () => {
    const texts: Record<string, string> = messages;
    // The label of the field beside it, not the name of a button.
    const fields = new Set(['form_translate.add_label']);
    const known: { id: string; shown: string; name: string }[] = [];
    const pair = (id: string, shown?: string, name?: string) => {
      if (shown && name) known.push({ id, shown, name });
    };
    for (const [id, text] of Object.entries(texts)) {
      if (id.endsWith('_short')) pair(id, text, texts[id.slice(0, -'_short'.length)]);
      if (id.endsWith('_label') && !fields.has(id)) pair(id, texts[id.slice(0, -'_label'.length)], text);
    }
    expect(known.length).toBeGreaterThan(12);
    expect(known.filter(({ shown, name }) => !name.toLowerCase().includes(shown.toLowerCase()))).toEqual([]);
  });

  it('are not empty', () => {
    for (const [id, text] of Object.entries({ ...messages, ...fill })) expect(text.trim(), id).not.toBe('');
  });
});
