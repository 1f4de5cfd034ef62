import type { FillMessages } from './messages.ts';

/** The page of a form in Polish, without a form of address. */
const pl: FillMessages = {
  'fill.progress': 'Strona {page} z {pages}',
  'fill.next': 'Dalej',
  'fill.back': 'Wstecz',
  'fill.send': 'Wyślij',
  'fill.sending': 'Wysyłanie…',
  'fill.required_hint': 'Odpowiedzi oznaczone * są wymagane.',
  'fill.all_shown':
    'Niektóre pytania dotyczą tylko części osób. Pytania, które nie dotyczą, proszę pozostawić puste.',
  'fill.needs_script': 'Ten formularz można wysłać tylko przy włączonej obsłudze JavaScriptu.',
  'fill.website': 'Strona internetowa',
  'fill.language': 'Język',
  'fill.not_ready': 'Odpowiedź jest zachowana. Proszę wysłać ją ponownie za chwilę.',
  'fill.kept': 'Zapisano na tym urządzeniu',
  'fill.not_kept': 'Nie zapisano: ta przeglądarka niczego nie przechowuje dla tej strony',
  'fill.restored':
    'Wypełnianie tego formularza zostało już rozpoczęte; można je kontynuować od miejsca przerwania.',
  'fill.restored_link': 'Oto dane wypełnione na drugim urządzeniu.',
  'fill.start_over': 'Zacznij od nowa',
  'fill.start_over_sure': 'Usunąć wszystko, co zostało tu wypełnione?',
  'fill.start_over_yes': 'Usuń',
  'fill.cancel': 'Anuluj',
  'fill.changed_title': 'Formularz zmienił się od chwili rozpoczęcia',
  'fill.changed_text':
    'Można kontynuować dotychczasowy formularz albo przenieść odpowiedzi do nowego. Nic z wypełnionych danych nie zginie.',
  'fill.changed_go_on': 'Kontynuuj dotychczasowy',
  'fill.changed_take_over': 'Przenieś do nowego',
  'fill.taken_over': 'Odpowiedzi zostały przeniesione. Proszę je przejrzeć: niektóre pytania mogą być nowe.',
  'fill.continue': 'Kontynuuj na innym urządzeniu',
  'fill.continue_text':
    'Proszę zeskanować ten kod drugim urządzeniem albo otworzyć na nim link. Działa przez {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}, dla każdego, kto go ma.',
  'fill.continue_link': 'Link',
  'fill.continue_copy': 'Kopiuj link',
  'fill.continue_copied': 'Skopiowano',
  'fill.continue_qr': 'Link jako kod QR',
  'fill.continue_making': 'Tworzenie linku…',
  'fill.continue_failed': 'Nie udało się utworzyć linku: {reason}',
  'fill.continue_gone': 'Ten link wygasł albo jego odpowiedź została już wysłana. Można zacząć od nowa.',
  'fill.close': 'Zamknij',
  'fill.waiting_title': 'Oczekiwanie na sieć',
  'fill.waiting_text': 'Odpowiedź jest zapisana na tym urządzeniu i zostanie wysłana, gdy tylko wróci sieć.',
  'fill.waiting_unkept':
    'Odpowiedź zostanie wysłana, gdy tylko wróci sieć. Do tego czasu proszę nie zamykać tej strony.',
  'fill.waiting_again': 'Spróbuj teraz',
  'fill.waiting_change': 'Zmień odpowiedź',
  'fill.offline': 'W tej chwili nie ma sieci. Można kontynuować; nic nie zginie.',
  'fill.unreachable': 'Nie udało się połączyć z serwerem. Proszę spróbować ponownie.',
  'fill.sent_title': 'Dziękujemy',
  'fill.sent_text': 'Odpowiedź dotarła.',
  'fill.sent_earlier': 'Wysłano odpowiedź, która czekała na tym urządzeniu.',
  'fill.sent_before_change':
    'Odpowiedź została już wysłana w postaci sprzed ostatniej zmiany. Ta zmiana nie została wysłana.',
  'fill.sent_again': 'Odpowiedz jeszcze raz',
  'fill.receipt_failed': 'Nie udało się pobrać potwierdzenia: {reason}',
  'fill.receipt_title': 'Potwierdzenie',
  'fill.receipt_text': 'Potwierdzenie odpowiedzi w formacie PDF.',
  'fill.receipt_load': 'Pobierz potwierdzenie',
  'fill.edit_link': 'Ten link pozwala później zmienić odpowiedź. Proszę go nie udostępniać:',
  'fill.editing': 'To jest zmiana wcześniej wysłanej odpowiedzi.',
  'fill.edit_save': 'Zapisz zmianę',
  'fill.edited_title': 'Zmieniono',
  'fill.edited_text': 'Odpowiedź została zmieniona.',
  'fill.edit_gone': 'Ten link nie otwiera już żadnej odpowiedzi.',
  'fill.edit_conflict':
    'Ta odpowiedź została w międzyczasie zmieniona gdzie indziej. Aby ją zobaczyć, proszę ponownie wczytać stronę; wypełnione tu dane pozostaną na tym urządzeniu.',
  'fill.closed_title': 'Ten formularz jest zamknięty',
  'fill.closed_text': 'Nie przyjmuje już odpowiedzi.',
  'fill.closed_at': 'Odpowiedzi były przyjmowane do: {time}.',
  'fill.full_title': 'Ten formularz jest pełny',
  'fill.full_text': 'Osiągnięto limit odpowiedzi.',
  'fill.not_open_yet_title': 'Ten formularz nie jest jeszcze otwarty',
  'fill.not_open_yet_text': 'Proszę wrócić później: będzie tu można odpowiedzieć.',
  'fill.opens_at': 'Otwarcie: {time}.',
  'fill.unpublished_title': 'Ten formularz nie jest jeszcze opublikowany',
  'fill.unpublished_text': 'Najpierw trzeba go opublikować; potem będzie go można tu wypełnić.',
  'fill.answered_title': 'Na ten formularz już odpowiedziano',
  'fill.answered_text': 'Przyjmuje jedną odpowiedź od każdej osoby.',
  'fill.made_with': 'Utworzono w Hubkeep',

  'fields.optional': 'Opcjonalne',
  'fields.required': 'wymagane',
  'fields.characters_left':
    '{count, plural, one {Pozostał # znak} few {Pozostały # znaki} many {Pozostało # znaków} other {Pozostało # znaku}}',
  'fields.characters_over':
    '{count, plural, one {O # znak za dużo} few {O # znaki za dużo} many {O # znaków za dużo} other {O # znaku za dużo}}',
  'fields.choose': 'Wybierz…',
  'fields.computed': 'Obliczane automatycznie',
  'fields.find': 'Wpisz, aby wyszukać…',
  'fields.options_found':
    '{count, plural, =0 {Nic nie znaleziono} one {# opcja} few {# opcje} many {# opcji} other {# opcji}}',
  'fields.options_more':
    '{count, plural, one {Jeszcze #: wpisz tekst, aby ją znaleźć} few {Jeszcze #: wpisz tekst, aby je znaleźć} many {Jeszcze #: wpisz tekst, aby je znaleźć} other {Jeszcze #: wpisz tekst, aby je znaleźć}}',
  'fields.clear': 'Wyczyść: {label}',
  'fields.remove_choice': 'Usuń: {choice}',
  'fields.chosen': 'Wybrano: {label}',
  'fields.entry': '{label} {place}',
  'fields.add_entry': 'Dodaj kolejny element',
  'fields.add_label': 'Dodaj kolejny element: {label}',
  'fields.add_first': 'Dodaj',
  'fields.add_first_label': 'Dodaj: {label}',
  'fields.remove_entry': 'Usuń: {label} {place}',
  'fields.move_up': 'Przesuń w górę: {label} {place}',
  'fields.move_down': 'Przesuń w dół: {label} {place}',
  'fields.entry_added': 'Dodano: {label} {place}.',
  'fields.entry_removed':
    'Usunięto: {label} {place}. {count, plural, one {Pozostał #} few {Pozostały #} many {Pozostało #} other {Pozostało #}}.',
  'fields.entry_moved': '{label}: teraz miejsce {place} z {count}.',
  'fields.most_entries':
    '{count, plural, one {najwyżej #} few {najwyżej #} many {najwyżej #} other {najwyżej #}}',
  'fields.summary':
    '{count, plural, one {Proszę sprawdzić jedną odpowiedź} few {Proszę sprawdzić # odpowiedzi} many {Proszę sprawdzić # odpowiedzi} other {Proszę sprawdzić # odpowiedzi}}',
  'fields.summary_around': '{label} {place}: {message}',
  'fields.file': 'Plik',
  'fields.file_choose': 'Wybierz plik',
  'fields.file_other': 'Wybierz inny plik',
  'fields.file_drop': 'lub upuść go tutaj',
  'fields.file_up_to': 'do {size}',
  'fields.file_share': '{sent} z {size}',
  'fields.file_sending': 'Wysyłanie: {name}',
  'fields.file_sent': 'Wysłano: {name}.',
  'fields.file_waits': 'Czeka na sieć i zostanie wznowione samoczynnie',
  'fields.file_again': 'Wyślij ponownie: {name}',
  'fields.file_gone':
    'Plik był przechowywany przez jeden dzień i już go nie ma. Proszę go usunąć i wybrać ponownie.',
  'fields.file_not_sent': 'Nie udało się wysłać pliku. Proszę spróbować ponownie za chwilę.',
  'fields.file_too_large': 'Plik jest większy niż {size}, a więcej się tu nie przyjmuje',
  'fields.hidden_option': 'Opcja, której już nie ma',

  'check.required': 'Proszę wypełnić pole „{label}”',
  'check.blank': 'Pole „{label}” nie może zawierać samych spacji',
  'check.one_of': 'Pole „{label}” musi zawierać jedną z tych opcji: {options}',
  'check.invalid': 'Pole „{label}” nie zawiera prawidłowej wartości',
  'check.invalid_email': 'Pole „{label}” nie zawiera prawidłowego adresu e-mail',
  'check.invalid_phone':
    'Pole „{label}” nie zawiera prawidłowego numeru telefonu ze znakiem + i numerem kierunkowym kraju',
  'check.invalid_url': 'Pole „{label}” nie zawiera prawidłowego adresu internetowego',
  'check.invalid_number': 'Pole „{label}” nie zawiera prawidłowej liczby',
  'check.invalid_date': 'Pole „{label}” nie zawiera prawidłowej daty',
  'check.invalid_time': 'Pole „{label}” nie zawiera prawidłowej godziny',
  'check.invalid_datetime': 'Pole „{label}” nie zawiera prawidłowej daty z godziną',
  'check.invalid_file': 'Pole „{label}” nie zawiera prawidłowego pliku',
  'check.invalid_json': 'Pole „{label}” nie zawiera prawidłowego zapisu JSON',
  'check.exact_length':
    'Pole „{label}” musi zawierać dokładnie {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}',
  'check.min_length':
    'Pole „{label}” musi zawierać co najmniej {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}',
  'check.max_length':
    'Pole „{label}” może zawierać najwyżej {count, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}',
  'check.length_range':
    'Pole „{label}” musi zawierać od {least} do {count, plural, one {# znaku} few {# znaków} many {# znaków} other {# znaku}}',
  'check.exact_number': 'Pole „{label}” musi mieć wartość {number}',
  'check.min_number': 'Wartość pola „{label}” nie może być mniejsza niż {number}',
  'check.max_number': 'Wartość pola „{label}” nie może być większa niż {number}',
  'check.number_range': 'Wartość pola „{label}” musi mieścić się między {least} a {most}',
  'check.exact_count':
    'Pole „{label}” musi zawierać dokładnie {count, plural, one {# element} few {# elementy} many {# elementów} other {# elementu}}',
  'check.min_count':
    'Pole „{label}” musi zawierać co najmniej {count, plural, one {# element} few {# elementy} many {# elementów} other {# elementu}}',
  'check.max_count':
    'Pole „{label}” może zawierać najwyżej {count, plural, one {# element} few {# elementy} many {# elementów} other {# elementu}}',
  'check.count_range':
    'Pole „{label}” musi zawierać od {least} do {count, plural, one {# elementu} few {# elementów} many {# elementów} other {# elementu}}',
  'check.date_format': 'Pole „{label}” musi zawierać datę zapisaną jako {format}',
  'check.no_day': 'Pole „{label}” nie zawiera dnia, który istnieje w kalendarzu',
  'check.pattern': 'Pole „{label}” nie ma wymaganej postaci',
  'check.too_slow':
    'Sprawdzenie pola „{label}” trwa zbyt długo; proszę skrócić tekst albo poprosić o prostszy wzorzec',
  'check.unreadable':
    'Pole „{label}” zawiera znaki, których nie można wyświetlić; proszę wpisać je ponownie bez nich',
  'check.earliest': 'Wartość pola „{label}” nie może być wcześniejsza niż {time}',
  'check.latest': 'Wartość pola „{label}” nie może być późniejsza niż {time}',
  'check.time_range': 'Wartość pola „{label}” musi mieścić się między {from} a {to}',
  'check.extensions': 'Pole „{label}” musi zawierać plik jednego z tych typów: {types}',
  'check.max_bytes': 'Plik w polu „{label}” nie może być większy niż {size}',

  'refusal.already_answered':
    'Na ten formularz już odpowiedziano; przyjmuje jedną odpowiedź od każdej osoby.',
  'refusal.already_sent': 'Ta odpowiedź została już wysłana w postaci sprzed zmiany.',
  'refusal.answer_not_editable': 'Odpowiedzi na ten formularz nie można już zmieniać.',
  'refusal.challenge_expired': 'Proszę ponownie wczytać formularz i wysłać odpowiedź jeszcze raz.',
  'refusal.drafts_full':
    'Ten formularz przechowuje już tyle niedokończonych odpowiedzi, ile może. Proszę dokończyć go tutaj.',
  'refusal.empty_file': 'Plik jest pusty.',
  'refusal.extension_mismatch':
    'Rozszerzenie nazwy nie odpowiada zawartości. Proszę nadać plikowi właściwe rozszerzenie albo zapisać go ponownie w tym formacie.',
  'refusal.file_taken': 'Jeden z plików należy już do innej odpowiedzi. Proszę wybrać go ponownie.',
  'refusal.file_too_large': 'Plik jest większy, niż się tu przyjmuje.',
  'refusal.form_closed': 'Ten formularz jest zamknięty i nie przyjmuje już odpowiedzi.',
  'refusal.form_full': 'Osiągnięto limit odpowiedzi na ten formularz.',
  'refusal.form_not_open_yet': 'Ten formularz nie jest jeszcze otwarty.',
  'refusal.looks_automatic':
    'To wygląda na odpowiedź maszyny: proszę pozostawić puste ukryte pole „Strona internetowa”.',
  'refusal.not_found': 'To już nie istnieje albo nie jest dostępne.',
  'refusal.proof_missing': 'Proszę wysłać formularz z jego własnej strony.',
  'refusal.too_fast': 'To było bardzo szybko. Proszę chwilę odczekać i wysłać ponownie.',
  'refusal.too_many_attempts':
    'Zbyt wiele prób. Proszę spróbować ponownie za {minutes, plural, one {minutę} few {# minuty} many {# minut} other {# minuty}}.',
  'refusal.type_not_allowed': 'Pliki tego typu nie są tu przyjmowane.',
  'refusal.unknown_version': 'Ta wersja formularza nie istnieje. Proszę wczytać go ponownie.',
};

export default pl;
