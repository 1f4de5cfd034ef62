import { TEMPLATES } from '#lib/templates/index.ts';
import type { ApiCall } from './call.ts';

/** What one person enters; the other values of the submission are derived from it. */
type Registration = {
  name: string;
  guests?: { name: string; age?: number }[];
  diet?: string[];
  allergies?: string;
  remarks?: string;
  online?: true;
};

const REGISTRATIONS: Registration[] = [
  { name: 'Jonas Wirth', diet: ['vegetarian'] },
  { name: 'Mei Tanaka', guests: [{ name: 'Ren Tanaka', age: 9 }], remarks: 'We come on Sunday evening.' },
  { name: 'Oskar Lindqvist', online: true },
  { name: 'Farida Haddad', diet: ['vegan', 'gluten'] },
  {
    name: 'Tomasz Zieliński',
    guests: [{ name: 'Ola Zielińska' }, { name: 'Staś Zieliński', age: 4 }],
    remarks: 'Is there a cot in the boat house?',
  },
  { name: 'Ingrid Solberg', diet: ['other'], allergies: 'No nuts, please, not even traces.' },
  { name: 'Bram de Vries', online: true, remarks: 'Looking forward to the talk on navigation.' },
  { name: 'Lucía Ferrer', guests: [{ name: 'Nico Ferrer', age: 12 }], diet: ['vegetarian'] },
  { name: 'Emeka Obi' },
];

const valuesOf = ({ name, guests = [], diet = [], allergies, remarks, online }: Registration) => ({
  name,
  email: `${name
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@nordwind.example`,
  ...(remarks ? { remarks } : {}),
  ...(online
    ? { attends: 'online' }
    : {
        attends: 'on_site',
        brings_guests: guests.length > 0 ? 'yes' : 'no',
        eats: 'yes',
        diet,
        ...(allergies ? { allergies } : {}),
        ...(guests.length > 0
          ? {
              guests: guests.map(({ name: guest_name, age }) => ({
                guest_name,
                ...(age === undefined ? {} : { guest_age: age }),
              })),
            }
          : {}),
      }),
});

/** Creates a form that anybody can fill in, with some submissions. */
export async function submitRegistrations(call: ApiCall, anyone: ApiCall, spaceSlug: string): Promise<void> {
  const { fields, layout } = TEMPLATES.registration;
  const payload = {
    title: 'Registration for the summer school',
    description: 'Two weeks on the lake, from 12 to 25 July 2027.',
    visibility: 'public',
    fields,
    layout,
  };
  const { id, slug } = await call<{ id: string; slug: string }>(`spaces/${spaceSlug}/forms/`, { payload });
  const { version } = await call<{ version: number }>(`forms/${id}/publish/`);
  for (const registration of REGISTRATIONS)
    await anyone(`public/forms/${slug}/submissions/`, {
      payload: { version, values: valuesOf(registration) },
    });
}
