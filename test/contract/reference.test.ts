import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contractReferenceMarkdown } from '../../shared/contract/reference.ts';

test('REFERENCE.md is up to date; `npm run docs` writes it anew', () => {
  const file = path.join(import.meta.dirname, '../../shared/contract/REFERENCE.md');
  expect(readFileSync(file, 'utf8')).toBe(contractReferenceMarkdown());
});
