/** Messages for a refused submission where the page of its form is not shown again. */
export type RefusalMessages = {
  title: string;
  /** The submission is larger than can be read. */
  tooLarge: string;
  tooMany: string;
  /** It was not received completely, or could not be handled just now. */
  later: string;
  /** Where the values have to be changed first. */
  back: string;
  /** Where it may be sent again unchanged: reloading the page sends the same once more. */
  reload: string;
};

/** By language: those of the page of a form (`locales/fill/`). */
export const REFUSAL_MESSAGES = {
  en: {
    title: 'Your answer was not sent',
    tooLarge: 'It is much larger than a form takes (1 MB of text). Shorten it, then send it again.',
    tooMany: 'Too much is being sent from your network just now. Wait a few minutes, then send it again.',
    later: 'Something went wrong on the way. Send it again in a moment.',
    back: 'Your browser’s Back button leads to what you filled in.',
    reload:
      'Nothing is lost: when you load this page again, your browser sends what you filled in once more.',
  },
  de: {
    title: 'Ihre Antwort wurde nicht gesendet',
    tooLarge:
      'Sie ist viel größer, als ein Formular annimmt (1 MB Text). Kürzen Sie sie, und senden Sie sie noch einmal.',
    tooMany:
      'Aus Ihrem Netz wird gerade zu viel gesendet. Warten Sie einige Minuten, und senden Sie sie noch einmal.',
    later: 'Unterwegs ist etwas schiefgegangen. Senden Sie sie gleich noch einmal.',
    back: 'Die Zurück-Taste Ihres Browsers führt zu dem, was Sie ausgefüllt haben.',
    reload:
      'Nichts ist verloren: Wenn Sie diese Seite neu laden, sendet Ihr Browser noch einmal, was Sie ausgefüllt haben.',
  },
  es: {
    title: 'Su respuesta no se ha enviado',
    tooLarge:
      'Es mucho más grande de lo que admite un formulario (1 MB de texto). Acórtela y envíela otra vez.',
    tooMany: 'Desde su red se está enviando demasiado. Espere unos minutos y envíela otra vez.',
    later: 'Algo ha fallado por el camino. Envíela otra vez dentro de un momento.',
    back: 'El botón Atrás del navegador le lleva a lo que había rellenado.',
    reload:
      'No se ha perdido nada: si vuelve a cargar esta página, el navegador envía otra vez lo que había rellenado.',
  },
  fr: {
    title: 'Votre réponse n’a pas été envoyée',
    tooLarge:
      'Elle dépasse de loin ce qu’un formulaire accepte (1 Mo de texte). Raccourcissez-la, puis envoyez-la à nouveau.',
    tooMany:
      'Trop de données sont envoyées depuis votre réseau. Attendez quelques minutes, puis envoyez-la à nouveau.',
    later: 'Un problème est survenu en chemin. Envoyez-la à nouveau dans un instant.',
    back: 'Le bouton Précédent de votre navigateur mène à ce que vous avez rempli.',
    reload:
      'Rien n’est perdu : si vous rechargez cette page, votre navigateur renvoie ce que vous avez rempli.',
  },
  it: {
    title: 'La sua risposta non è stata inviata',
    tooLarge:
      'È molto più grande di quanto un modulo accetti (1 MB di testo). La accorci e la invii di nuovo.',
    tooMany: 'Dalla sua rete si sta inviando troppo. Attenda qualche minuto e la invii di nuovo.',
    later: 'Qualcosa è andato storto. La invii di nuovo tra un momento.',
    back: 'Il pulsante Indietro del browser riporta a ciò che ha compilato.',
    reload:
      'Nulla è andato perso: se ricarica questa pagina, il browser invia di nuovo ciò che ha compilato.',
  },
  nl: {
    title: 'Uw antwoord is niet verzonden',
    tooLarge:
      'Het is veel groter dan een formulier aanneemt (1 MB tekst). Maak het korter en verzend het opnieuw.',
    tooMany: 'Vanaf uw netwerk wordt te veel verzonden. Wacht enkele minuten en verzend het opnieuw.',
    later: 'Er ging onderweg iets mis. Verzend het zo meteen opnieuw.',
    back: 'Met de knop Vorige van uw browser komt u terug bij wat u hebt ingevuld.',
    reload:
      'Er is niets verloren: als u deze pagina opnieuw laadt, verzendt uw browser nog eens wat u hebt ingevuld.',
  },
  pl: {
    title: 'Odpowiedź nie została wysłana',
    tooLarge: 'Jest znacznie większa, niż przyjmuje formularz (1 MB tekstu). Skróć ją i wyślij jeszcze raz.',
    tooMany: 'Z tej sieci wysyła się teraz zbyt wiele. Poczekaj kilka minut i wyślij ją jeszcze raz.',
    later: 'Coś poszło nie tak. Wyślij ją jeszcze raz za chwilę.',
    back: 'Przycisk Wstecz w przeglądarce prowadzi do tego, co zostało wypełnione.',
    reload:
      'Nic nie przepadło: po odświeżeniu tej strony przeglądarka wyśle jeszcze raz to, co zostało wypełnione.',
  },
  pt: {
    title: 'A sua resposta não foi enviada',
    tooLarge: 'É muito maior do que um formulário aceita (1 MB de texto). Encurte-a e envie-a novamente.',
    tooMany: 'Está a ser enviado demasiado a partir da sua rede. Aguarde alguns minutos e envie-a novamente.',
    later: 'Algo correu mal. Envie-a novamente dentro de momentos.',
    back: 'O botão Voltar do navegador leva ao que preencheu.',
    reload: 'Nada se perdeu: se recarregar esta página, o navegador envia de novo o que preencheu.',
  },
} satisfies Record<string, RefusalMessages>;
