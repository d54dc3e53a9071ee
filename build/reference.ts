import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { referencePage } from '../shared/contract/reference.ts';

/** Writes the reference page of the interface (`npm run docs`): `out/reference.md`, or the file named as argument. */
const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../out/reference.md'));
mkdirSync(path.dirname(file), { recursive: true });
const page = referencePage();
writeFileSync(file, page);
console.log(`${file}: ${page.split('\n').length} lines`);
