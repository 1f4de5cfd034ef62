import { describe, expect, it } from 'vitest';
import { describedRole, HUB_ROLE_NAMES, ITEM_ROLE_NAMES, roleInSentence } from '#lib/access/role-names.ts';
import { HUB_ROLES, ITEM_ROLES } from '#lib/access/roles.ts';
import fields from '#locales/en-US.fields.ts';
import fill from '#locales/en-US.fill.ts';
import messages from '#locales/en-US.ts';
import { BROWSER_FOLDERS } from '../../scripts/used-messages.ts';
import { sources } from './sources.ts';

// The page that fills a form has messages of its own, which no other page carries.
const ids = new Set(Object.keys({ ...messages, ...fields, ...fill }));
/** `prefix.` of template literals such as `kind.${kind}`: which of them exist, the types of the code say. */
const prefixes = new Set([...ids].map((id) => `${id.split('.')[0]}.`));

describe('messages', () => {
  const used = sources(...BROWSER_FOLDERS).map(({ path, text }) => ({
    path,
    text,
    literals: [...text.matchAll(/(['"`])([a-z][a-z0-9_]*(?:\.[A-Za-z0-9_-]+)+)\1/g)].map(
      ([, , id = '']) => id,
    ),
    referenced: [...text.matchAll(/(?:\bid:\s*|\bid=\{?\s*)(['"])([a-z][\w-]*(?:\.[\w-]+)+)\1/g)].map(
      ([, , id = '']) => id,
    ),
    templates: [...text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, prefix = '']) => prefix),
  }));

  it('that a screen uses exist', () => {
    const missing = used.flatMap(({ path, referenced }) =>
      referenced.filter((id) => !ids.has(id)).map((id) => `${path} asks for ${id}`),
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

  it('are named by a template only after their area, so that the build knows which a module brings', () => {
    const tails = new Set(
      [...ids].flatMap((id) => [...id].flatMap((_, at) => (at > 0 ? [id.slice(at)] : []))),
    );
    // What reads definitions composes paths that look like ids; the page of a form has messages of its own.
    const screens = used.filter(({ path }) => !/^lib\/\w+\/read-|^components\/forms\/fill\//.test(path));
    const late = screens.flatMap(({ path, text }) =>
      [...text.matchAll(/`[a-z_]*\$\{[^`]*\}([a-z_]*\.[\w.]+)`/g)]
        .filter(([, tail = '']) => tails.has(tail))
        .map(([template]) => `${path}: ${template}`),
    );
    expect(late).toEqual([]);
    const cast = used.filter(({ text }) =>
      /\bas (?:unknown as )?(?:FormatjsIntl|keyof (?:typeof enUS|Messages))/.test(text),
    );
    expect(cast.map(({ path }) => path)).toEqual([]);
  });

  it('of editors of values are none of react-intl’s, since the page of a form has them in its own language', () => {
    expect(Object.keys(messages).filter((id) => id in fields || id in fill)).toEqual([]);
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
      const role = /(?:\.role_|^audit_value\.)([a-z]+)$/.exec(id)?.[1] ?? '';
      if (roles.has(role)) (id.startsWith('audit_value.') ? audited : named).push([role, text]);
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
    for (const [id, text] of Object.entries({ ...messages, ...fields, ...fill }))
      expect(text.trim(), id).not.toBe('');
  });
});
