/** The folder of an archive with the forms of its space, a folder for each. */
export const FORMS_FOLDER = 'hubkeep.forms/';
/** In the folder of a form: its definition. */
export const FORM_FILE = 'form.json';
/** In the same: a picture that stands on it. */
export const formPicturePath = (id: string): string => `pictures/${id}.webp`;
