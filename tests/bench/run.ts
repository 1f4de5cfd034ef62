import { writeFile } from 'node:fs/promises';
import { cpus, totalmem, type } from 'node:os';
import { apiBench, renderBench } from './api.ts';
import { asTable, type Bench, type BenchRow } from './bench.ts';
import { bulkChangesBench } from './bulk-changes.ts';
import { columnChangeBench } from './column-change.ts';
import { documentsBench } from './documents.ts';
import { exportsBench } from './exports.ts';
import { fieldsBench } from './fields.ts';
import { formGrowthBench } from './form-growth.ts';
import { formsBench } from './forms.ts';
import { indexingBench } from './indexing.ts';
import { judgedBench } from './judged.ts';
import { keystrokeBench } from './keystroke.ts';
import { killBench } from './kill.ts';
import { knownItemsBench } from './known-items.ts';
import { largeFolderBench } from './large-folder.ts';
import { largeTableBench } from './large-table.ts';
import { listsBench } from './lists.ts';
import { manyScopesBench } from './many-scopes.ts';
import { manySpacesBench } from './many-spaces.ts';
import { manyTablesBench } from './many-tables.ts';
import { markdownBench } from './markdown.ts';
import { neighboursBench } from './neighbours.ts';
import { notificationsBench } from './notifications.ts';
import { pageBench } from './page.ts';
import { pageWeightBench } from './page-weight.ts';
import { rightsBench } from './rights.ts';
import { rolesBench } from './roles.ts';
import { scrollingBench } from './scrolling.ts';
import { searchBench } from './search.ts';
import { searchGrowthBench } from './search-growth.ts';
import { soakBench } from './soak.ts';
import { socketsBench } from './sockets.ts';
import { startBench } from './start.ts';
import { tablesBench } from './tables.ts';
import { togetherBench } from './together.ts';
import { uploadBench } from './upload.ts';
import { writingBench } from './writing.ts';

const BENCHES: Bench[] = [
  startBench,
  pageBench,
  pageWeightBench,
  renderBench,
  apiBench,
  notificationsBench,
  writingBench,
  uploadBench,
  documentsBench,
  togetherBench,
  searchBench,
  searchGrowthBench,
  indexingBench,
  judgedBench,
  listsBench,
  rightsBench,
  rolesBench,
  fieldsBench,
  keystrokeBench,
  knownItemsBench,
  formsBench,
  formGrowthBench,
  tablesBench,
  largeTableBench,
  columnChangeBench,
  bulkChangesBench,
  exportsBench,
  scrollingBench,
  manyTablesBench,
  markdownBench,
  killBench,
  largeFolderBench,
  neighboursBench,
  manyScopesBench,
  manySpacesBench,
  soakBench,
  socketsBench,
];

const GIBIBYTE = 1024 ** 3;
const wanted = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const bench of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  process.stderr.write(`measuring ${bench.name} …\n`);
  rows.push(...(await bench.run()));
}
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / GIBIBYTE)} GiB, ${type()}, Node ${process.versions.node}`;
process.stdout.write(`\nMachine: ${machine}\n\n${asTable(rows)}\n`);
if (process.env.BENCH_JSON)
  await writeFile(process.env.BENCH_JSON, JSON.stringify({ machine, rows }, null, 2));
process.exit(0);
