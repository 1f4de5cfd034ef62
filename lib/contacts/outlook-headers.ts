/**
 * The headers of Outlook's export in other languages, under those that it has in English: only those that a contact list
 * reads. French, Spanish and Portuguese files have some headers in English.
 */
const HEADERS: Record<string, readonly string[]> = {
  'full name': ['nom complet', 'nombre completo', 'nome completo', 'volledige naam'],
  'first name': ['vorname', 'prénom', 'nombre', 'nome', 'primeiro nome', 'voornaam'],
  'middle name': [
    ...['weitere vornamen', 'zweiter vorname', 'deuxième prénom', 'segundo nombre', 'secondo nome'],
    ...['segundo nome', 'outros nomes/apelidos', 'middelste naam'],
  ],
  'last name': ['nachname', 'nom', 'apellidos', 'cognome', 'sobrenome', 'apelido', 'achternaam'],
  suffix: ['namenszusatz', 'suffixe', 'titolo straniero', 'sufixo', 'achtervoegsel'],
  company: ['firma', 'société', 'organización', 'società', 'empresa', 'bedrijf'],
  'job title': ['puesto', 'posizione', 'cargo', 'functie'],
  'business street': [
    ...['straße geschäftlich', 'rue (bureau)', 'calle del trabajo', 'via (uff.)', 'rua da empresa'],
    'werkadres, straat',
  ],
  'business city': [
    ...['ort geschäftlich', 'ville (bureau)', 'ciudad de trabajo', 'città (uff.)', 'localidade da empresa'],
    'werkadres, plaats',
  ],
  'business state': [
    ...['region geschäftlich', 'dép/région (bureau)', 'provincia o estado de trabajo', 'provincia (uff.)'],
    ...['distrito da empresa', 'werkadres, provincie'],
  ],
  'business postal code': [
    ...['postleitzahl geschäftlich', 'code postal (bureau)', 'código postal del trabajo', 'cap (uff.)'],
    ...['código postal da empresa', 'werkadres, postcode'],
  ],
  'business country/region': [
    ...['land/region geschäftlich', 'pays/région (bureau)', 'país o región del trabajo', 'paese (uff.)'],
    ...['país/região da empresa', 'land/regio (werk)'],
  ],
  'home street': [
    ...['straße privat', 'rue (domicile)', 'via (ab.)', 'endereço residencial', 'rua da residência'],
    'huisadres, straat',
  ],
  'home city': [
    ...['ort privat', 'ville (domicile)', 'città (ab.)', 'cidade do endereço residencial'],
    ...['localidade da residência', 'huisadres, plaats'],
  ],
  'home state': [
    ...['bundesland/kanton privat', 'dép/région (domicile)', 'provincia (ab.)', 'distrito da residência'],
    'huisadres, provincie',
  ],
  'home postal code': [
    ...['postleitzahl privat', 'code postal (domicile)', 'cap (ab.)', 'cep do endereço residencial'],
    ...['código postal da residência', 'huisadres, postcode'],
  ],
  'home country/region': [
    ...['land/region privat', 'pays/région (domicile)', 'país o región del domicilio', 'paese (ab.)'],
    ...['país/região de residência', 'país da residência/região', 'land/regio (thuis)'],
  ],
  'business phone': [
    ...['telefon geschäftlich', 'téléphone (bureau)', 'teléfono del trabajo', 'ufficio'],
    ...['telefone comercial', 'telefone da empresa', 'telefoon op werk'],
  ],
  'business phone 2': [
    ...['telefon geschäftlich 2', 'téléphone 2 (bureau)', 'ufficio 2', 'telefone comercial 2'],
    ...['2º telefone da empresa', 'telefoon op werk 2'],
  ],
  'home phone': [
    ...['telefon privat', 'téléphone (domicile)', 'particular', 'abitazione', 'telefone residencial'],
    ...['telefone da residência', 'telefoon thuis'],
  ],
  'home phone 2': [
    ...['telefon privat 2', 'téléphone 2 (domicile)', 'abitazione 2', 'telefone residencial 2'],
    ...['2º telefone da residência', 'telefoon thuis 2'],
  ],
  'mobile phone': [
    ...['mobiltelefon', 'tél. mobile', 'cellulare', 'telefone celular', 'telemóvel', 'mobiele telefoon'],
  ],
  'other phone': [
    ...['weiteres telefon', 'téléphone (autre)', 'otro teléfono', 'altro telefono', 'outro telefone'],
    'andere telefoon',
  ],
  'primary phone': [
    ...['haupttelefon', 'téléphone principal', 'teléfono principal', 'telefono principale'],
    ...['telefone principal', 'hoofdtelefoon'],
  ],
  'company main phone': [
    ...['telefon firma', 'téléphone société', 'número de centralita de la organización'],
    ...['telefono principale società', 'telefone principal da empresa', 'hoofdtelefoon bedrijf'],
  ],
  phone: ['telefon', 'téléphone', 'teléfono', 'telefono', 'telefone', 'telefoon'],
  'e-mail address': [
    ...['e-mail-adresse', 'adresse de messagerie', 'dirección de correo electrónico'],
    ...['indirizzo posta elettronica', 'endereço de email', 'endereço de correio electrónico', 'e-mailadres'],
  ],
  'e-mail 2 address': [
    ...['e-mail 2: adresse', 'adresse de messagerie 2', 'dirección de correo electrónico 2'],
    ...['indirizzo posta elettronica 2', 'endereço de email 2', 'endereço do correio electrónico 2'],
    'e-mailadres 2',
  ],
  'e-mail 3 address': [
    ...['e-mail 3: adresse', 'adresse de messagerie 3', 'dirección del correo electrónico 3'],
    ...['indirizzo posta elettronica 3', 'endereço de email 3', 'endereço do correio electrónico 3'],
    'e-mailadres 3',
  ],
  'e-mail display name': [
    ...['e-mail: angezeigter name', "nom complet de l'adresse de messagerie"],
    ...['nombre de pantalla de correo electrónico', 'nome visualizzato posta elettronica'],
    ...['nome para exibição do email', 'nome a apresentar para o correio electrónico'],
    'weergavenaam voor e-mail',
  ],
  notes: ['notizen', 'anotações', 'notas', 'notities'],
  categories: ['kategorien', 'catégories', 'categorías', 'categorie', 'categorias', 'categorieën'],
};

const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries(HEADERS).flatMap(([english, others]) => others.map((other) => [other, english])),
);
/** French has it twice: how somebody is addressed, and behind it what they are. */
const TITLE = 'titre';

/** Headers in small letters as Outlook has them in English, as far as they are its own in another language. */
export function englishHeaders(names: readonly string[]): string[] {
  const isTwice = names.indexOf(TITLE) !== names.lastIndexOf(TITLE);
  const jobAt = isTwice ? names.lastIndexOf(TITLE) : -1;
  return names.map((name, at) => (at === jobAt ? 'job title' : (ENGLISH.get(name) ?? name)));
}
