import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { contractReferenceMarkdown } from '../shared/contract/reference.ts';

/** Writes the reference page of the service's API (`npm run docs`). */
const file = path.join(import.meta.dirname, '../shared/contract/REFERENCE.md');
const page = contractReferenceMarkdown();
writeFileSync(file, page);
console.log(`${file}: ${page.split('\n').length} lines`);
