/** A person's name as a link to their page. It looks like the text around it. */
import type { ReactElement, ReactNode } from 'react';
import { formatRoute } from '../data/routes.ts';
import styles from './PersonLink.module.css';

export const PersonLink = ({ id, children }: { id: string; children: ReactNode }): ReactElement => (
  <a className={styles.link} href={formatRoute({ view: 'person', id })} draggable={false}>
    {children}
  </a>
);
