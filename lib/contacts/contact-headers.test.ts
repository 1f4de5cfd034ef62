import { expect, test } from 'vitest';
import { contactLayout, findContactLayout } from './contact-headers.ts';

const read = (header: string, line: string) => {
  const layout = contactLayout(header.split(','));
  if (!layout) return null;
  const cells = layout.cellsOf(line.split(','));
  return Object.fromEntries(layout.header.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : [])));
};

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', contact_number: '+44 20 7946 0000' };

test.each([
  [
    'Google',
    'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Formatted',
    'Ada,,Lovelace,Eida,Engines,Analyst,Likes numbers,* myContacts,Work,ada@example.org,al@example.org,Mobile,+44 20 7946 0000,St James’s Square',
    {
      ...ADA,
      occupation: 'Analyst',
      company_name: 'Engines',
      about: 'Likes numbers',
      address: 'St James’s Square',
      'E-mail 2 - Value': 'al@example.org',
    },
  ],
  [
    'Google, as it was before',
    'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name,Organization 1 - Title',
    'Ada Lovelace,Ada,Lovelace,* Work,ada@example.org,+44 20 7946 0000,Engines,Analyst',
    { ...ADA, occupation: 'Analyst', company_name: 'Engines' },
  ],
  [
    'Outlook',
    'First Name,Middle Name,Last Name,Company,Job Title,Business Street,Business City,Business Postal Code,Business Country/Region,Home Phone,Mobile Phone,E-mail Address,Notes',
    'Ada,,Lovelace,Engines,Analyst,12 St James’s Square,London,SW1Y,United Kingdom,1,+44 20 7946 0000,ada@example.org,x',
    {
      ...ADA,
      company_name: 'Engines',
      occupation: 'Analyst',
      address: '12 St James’s Square, London, SW1Y, United Kingdom',
      about: 'x',
    },
  ],
  [
    'Apple',
    'First Name,Last Name,Organization,Job Title,Work Email,Home Email,Work Phone,Note',
    'Ada,Lovelace,Engines,Analyst,,ada@example.org,+44 20 7946 0000,x',
    { ...ADA, company_name: 'Engines', occupation: 'Analyst', about: 'x' },
  ],
  [
    'LinkedIn',
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
    'Ada,Lovelace,https://example.org/ada,ada@example.org,Engines,Analyst,02 Feb 2026',
    {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      company_name: 'Engines',
      occupation: 'Analyst',
      URL: 'https://example.org/ada',
      'Connected On': '02 Feb 2026',
    },
  ],
])('reads the people of an address book by its headers: %s', (_, header, line, expected) => {
  expect(read(header, line)).toEqual(expected);
});

test('reads several values of a cell: the first of a number, groups without those of Google', () => {
  const header = 'First Name,Last Name,Labels,Photo,E-mail 1 - Value,Phone 1 - Value,E-mail 2 - Value';
  const line = [
    ...['Ada', 'Lovelace', 'Friends ::: * myContacts ::: Work', 'https://example.org/a.png'],
    ...['a@example.org ::: b@example.org', '1 ::: 2 ::: 3', 'c@example.org ::: d@example.org'],
  ];
  expect(read(header, line.join(','))).toEqual({
    ...{ name: 'Ada Lovelace', email: 'a@example.org', contact_number: '1' },
    ...{ Labels: 'Friends; Work', Photo: 'https://example.org/a.png', 'E-mail 2 - Value': 'c@example.org' },
  });
  const further = contactLayout(header.split(','))?.furtherOf(line);
  expect(further?.map(({ name, value }) => `${name} ${value}`)).toEqual([
    ...['EMAIL b@example.org', 'EMAIL c@example.org', 'EMAIL d@example.org', 'TEL 2', 'TEL 3'],
  ]);
});

const GRACE = {
  name: 'Grace Brewster Hopper',
  email: 'grace@example.org',
  contact_number: '2',
  company_name: 'Navy',
  occupation: 'Admiral',
  address: 'Main Street, Arlington, 22201, USA',
  about: 'x',
};

test.each([
  [
    'German',
    'Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Position;Straße geschäftlich;Ort geschäftlich;Postleitzahl geschäftlich;Land/Region geschäftlich;Telefon geschäftlich;Mobiltelefon;E-Mail-Adresse;E-Mail 2: Adresse;Notizen',
  ],
  [
    'French',
    'Titre;Prénom;Deuxième prénom;Nom;Société;Titre;Rue (bureau);Ville (bureau);Code postal (bureau);Pays/Région (bureau);Téléphone (bureau);Tél. mobile;Adresse de messagerie;Adresse de messagerie 2;Notes',
  ],
  [
    'Spanish',
    'Title;Nombre;Segundo nombre;Apellidos;Organización;Puesto;Calle del trabajo;Ciudad de trabajo;Código postal del trabajo;País o región del trabajo;Teléfono del trabajo;Mobile Phone;E-mail Address;Dirección de correo electrónico 2;Notes',
  ],
  [
    'Italian',
    'Titolo;Nome;Secondo nome;Cognome;Società;Posizione;Via (uff.);Città (uff.);CAP (uff.);Paese (uff.);Ufficio;Cellulare;Indirizzo posta elettronica;Indirizzo posta elettronica 2;Notes',
  ],
  [
    'Portuguese',
    'Título;Primeiro nome;Outros nomes/apelidos;Apelido;Empresa;Cargo;Rua da empresa;Localidade da empresa;Código postal da empresa;País/Região da Empresa;Telefone da empresa;Telemóvel;Endereço de correio electrónico;Endereço do correio electrónico 2;Notas',
  ],
  [
    'Dutch',
    'Titel;Voornaam;Middelste naam;Achternaam;Bedrijf;Functie;Werkadres, straat;Werkadres, plaats;Werkadres, postcode;Land/regio (werk);Telefoon op werk;Mobiele telefoon;E-mailadres;E-mailadres 2;Notities',
  ],
])('reads the people of Outlook in other languages: %s', (_, header) => {
  const layout = contactLayout(header.normalize('NFD').split(';'));
  const line =
    'Dr;Grace;Brewster;Hopper;Navy;Admiral;Main Street;Arlington;22201;USA;1;2;grace@example.org;g@example.org;x';
  const cells = layout?.cellsOf(line.split(';')) ?? [];
  expect(Object.fromEntries(layout?.fields.map((name, at) => [name, cells[at]]) ?? [])).toEqual(GRACE);
  expect(layout?.furtherOf(line.split(';'))).toEqual([
    { name: 'EMAIL', value: 'g@example.org' },
    { name: 'TEL', value: '1' },
  ]);
});

test.each([
  ['First Name,Email', 'Ada,ada@example.org'],
  ['Name,E-Mail', 'Ada,ada@example.org'],
  ['Nom,Adresse de messagerie', 'Ada,ada@example.org'],
  ['Last Name,E-mail 1 - Value', 'Ada,ada@example.org'],
])('reads a file with a name and an address alone: %s', (header, line) => {
  expect(read(header, line)).toEqual({ name: 'Ada', email: 'ada@example.org' });
});

test('leaves files of another kind as they are', () => {
  const own = 'Name,Email,Contact number,Occupation,Company name,Mobile phone';
  for (const header of ['name,email', own, 'First Name,Last Name,Price', 'Name,Price,Day', ''])
    expect(contactLayout(header.split(','))).toBeNull();
});

test('finds the header of LinkedIn below its note, and no other one further down', () => {
  const header = ['First Name', 'Last Name', 'Email Address'];
  const note = [['Notes:'], ['When exporting your connection data, some addresses are missing.'], header];
  expect(findContactLayout(note)?.at).toBe(2);
  expect(findContactLayout([['Title'], header])).toBeNull();
  expect(findContactLayout([])).toBeNull();
});

test.each([
  ['Vorname,Name,E-Mail', 'Anna,Müller,a@example.org', 'Anna Müller'],
  ['Name,Vorname,E-Mail', 'Müller,Anna Maria,a@example.org', 'Anna Maria Müller'],
  ['Vorname,Name,E-Mail', 'Anna,Anna Müller,a@example.org', 'Anna Müller'],
  ['Vorname,Name,E-Mail', ',Müller,a@example.org', 'Müller'],
  ['Vorname,Name,E-Mail', 'Anna,,a@example.org', 'Anna'],
  ['First Name,Display Name,Email', 'Ann,Anna Müller,a@example.org', 'Anna Müller'],
])('joins a first name with the name beside it, unless that has it: %s, %s', (header, line, name) => {
  expect(read(header, line)).toMatchObject({ name });
});

test('reads headers as earlier versions did: with a first and a last name in English alone', () => {
  const english = ['First Name', 'Last Name', 'Email'];
  expect(contactLayout(english, 'english')?.header).toEqual(['name', 'email']);
  for (const header of [
    ['Vorname', 'Nachname', 'E-Mail-Adresse'],
    ['First Name', 'Email'],
  ]) {
    expect(contactLayout(header)?.header).toEqual(['name', 'email']);
    expect(contactLayout(header, 'english')).toBeNull();
  }
});
