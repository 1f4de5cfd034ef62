import { expect, test } from 'vitest';
import { detectLanguage } from './language.ts';

test.each([
  [
    'simple',
    'Rada města schválila nový rozpočet, který počítá s opravou mostu přes řeku. Práce začnou na jaře.',
  ],
  ['simple', 'Prezident ve středu podepsal zákon o dani z příjmu, podle kterého lidé zaplatí méně.'],
  ['simple', 'Hội đồng thành phố đã thông qua ngân sách mới cho năm tới, trong đó có việc sửa cầu.'],
  ['simple', 'Rada miasta przyjęła nowy budżet, który przewiduje remont mostu przez rzekę na wiosnę.'],
  [
    'indonesian',
    'Dewan kota telah menyetujui anggaran baru untuk tahun depan, termasuk perbaikan jembatan di atas sungai.',
  ],
  [
    'indonesian',
    'Rapat ini membahas pembelian buku pelajaran dan peralatan sekolah yang akan dibagikan kepada siswa.',
  ],
  ['english', 'The city council has approved the new budget for next year, with repairs of the bridge.'],
  ['german', 'Der Stadtrat hat den neuen Haushalt beschlossen, der die Reparatur der Brücke vorsieht.'],
  [
    'dutch',
    'De gemeenteraad heeft de nieuwe begroting goedgekeurd, met de reparatie van de brug over de rivier.',
  ],
  [
    'french',
    'Le conseil municipal a approuvé le nouveau budget, qui prévoit la réparation du pont sur la rivière.',
  ],
  [
    'spanish',
    'El ayuntamiento aprobó el nuevo presupuesto, que incluye la reparación del puente sobre el río.',
  ],
  [
    'portuguese',
    'A câmara municipal aprovou o novo orçamento, que não inclui a reparação da ponte sobre o rio.',
  ],
  ['italian', 'Il consiglio comunale ha approvato il nuovo bilancio, che prevede la riparazione del ponte.'],
  ['swedish', 'Kommunen har godkänt den nya budgeten för nästa år, och bron över floden ska repareras.'],
  [
    'danish',
    'Byrådet har godkendt det nye budget for næste år, og broen over floden skal repareres af kommunen.',
  ],
  ['turkish', 'Belediye meclisi, nehir üzerindeki köprünün onarımı için yeni bütçeyi kabul etti.'],
  ['hungarian', 'A városi tanács elfogadta az új költségvetést, és a híd javítása is szerepel benne.'],
  ['finnish', 'Kaupunginvaltuusto hyväksyi uuden talousarvion, ja silta korjataan ensi vuonna.'],
  ['romanian', 'Consiliul local a aprobat noul buget pentru anul viitor, care prevede și repararea podului.'],
])('detects %s: %s', async (language, text) => {
  expect(await detectLanguage(text, null)).toBe(language);
});
