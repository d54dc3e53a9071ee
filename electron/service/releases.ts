/** The same for every organization (rule `root.releases`). */
import { Refusal } from '../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../engine/store/rows.ts';
import type { ServiceAnswer } from './message.ts';

/** The changelog entry that announces the end of the header `X-Auth-Token`. */
export const releaseIdThatEndsLegacyTokenHeader = '3d9f2c51-6a0e-4b7c-9c1e-5f0a7b1c2d03';

const releases: readonly StoredRow<'release'>[] = [
  {
    id: '0c7be3a2-41d8-4f63-8d55-9a2e6b7f1001',
    version: '0.1.0',
    title: 'The service on your own machine',
    createdAt: '2026-03-02T09:00:00.000Z',
    content:
      'Queries and actions are answered by the app itself.\n\n- Everything is kept in one file.\n- No account and no network are needed.',
  },
  {
    id: releaseIdThatEndsLegacyTokenHeader,
    version: '0.2.0',
    title: 'The header X-Auth-Token is deprecated',
    createdAt: '2026-06-30T09:00:00.000Z',
    content:
      'Send `Authorization: Bearer <token>` instead. The header `X-Auth-Token` stops working on **2026-12-31**; until then answers to it carry the headers `Deprecation`, `Sunset` and `Link`.',
  },
  {
    id: '8e41a6d0-2b95-4c1f-a3d7-60c9f4e81005',
    version: '0.3.0',
    title: 'Manual order can be read',
    createdAt: '2026-09-14T09:00:00.000Z',
    content:
      'The relation `cardOrders` on cards and on the organization shows positions and zones. It is an extension.',
  },
];

export function storeReleases(rows: RowStore): void {
  for (const release of releases) rows.put('release', release);
  rows.drainChanges();
}

/** The page is Markdown. `Link` headers of answers point to such pages. */
export function releasePageAnswer(rows: RowStore, id: string): ServiceAnswer {
  const release = rows.get('release', id);
  if (!release) throw new Refusal(404, { error: 'not_found', message: 'there is no such changelog entry' });
  return {
    status: 200,
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
    body: `# ${release.title}\n\n${release.version}, ${release.createdAt.slice(0, 10)}\n\n${release.content}\n`,
  };
}
