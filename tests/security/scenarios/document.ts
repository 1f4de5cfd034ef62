import {
  FORM_NEEDS,
  HUB_NEEDS,
  HUB_ROLE,
  ITEM_NEEDS,
  type Outcome,
  outcomeOnForm,
  outcomeOnHub,
  outcomeOnItem,
  outcomeOnSpace,
  PERSONAS,
  personas,
  RESOURCES,
  ROLES,
  SPACE_NEEDS,
} from './matrix.ts';

const MARK: Record<Outcome, string> = { done: '✓', forbidden: '403', unknown: '·' };

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

const keys = <Key extends string>(record: Partial<Record<Key, unknown>>) => Object.keys(record) as Key[];
const columns = personas.map((persona) => persona.replace('_', ' '));

/** The text of `docs/permission-scenarios.md`; tests compare the page with it. */
export function renderScenarios(): string {
  const cast = table(
    ['who', 'is'],
    personas.map((persona) => [
      persona.replace('_', ' '),
      `${PERSONAS[persona]}${HUB_ROLE[persona] ? '' : ' (no role in the hub)'}`,
    ]),
  );
  const roles = table(
    ['', 'thing', ...columns],
    keys(RESOURCES).map((resource) => [
      resource,
      RESOURCES[resource],
      ...personas.map((persona) => ROLES[resource][persona] ?? '·'),
    ]),
  );
  const resources = keys(RESOURCES).flatMap((resource) => {
    if (resource.startsWith('F')) {
      return keys(FORM_NEEDS).map((need, at) => [
        `${resource}.${at + 1}`,
        need,
        ...personas.map((persona) => MARK[outcomeOnForm(persona, resource as `F${1}`, need)]),
      ]);
    }
    return resource.startsWith('I')
      ? keys(ITEM_NEEDS).map((need, at) => [
          `${resource}.${at + 1}`,
          need,
          ...personas.map((persona) => MARK[outcomeOnItem(persona, resource as `I${1}`, need)]),
        ])
      : keys(SPACE_NEEDS).map((need, at) => [
          `${resource}.${at + 1}`,
          need,
          ...personas.map((persona) => MARK[outcomeOnSpace(persona, resource as `S${1}`, need)]),
        ]);
  });
  const hub = keys(HUB_NEEDS).map((need, at) => [
    `H.${at + 1}`,
    need,
    ...personas.map((persona) => MARK[outcomeOnHub(persona, need)]),
  ]);
  return [
    '# Who may do what, case by case',
    'The numbered scenarios behind [permissions.md](permissions.md). They are written down in `tests/security/scenarios/matrix.ts`, apart from the policy, and each of them is tried over HTTP by every route that it concerns; a route that stands in no scenario fails the tests. This page is written by them (`npm test -- api -u`).',
    '## The cast',
    cast,
    '## Which role each has',
    '`·`: not known to exist.',
    roles,
    '## What each may do',
    '`✓` done, `403` forbidden, `·` not known to exist (404, or 401 for who is signed out).',
    table(['scenario', 'operation', ...columns], [...hub, ...resources]),
  ]
    .join('\n\n')
    .concat('\n');
}
