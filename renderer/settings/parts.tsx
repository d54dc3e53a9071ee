/** The frame that settings share: groups of rows, each a name, what it means, and its control. */
import type { ReactElement, ReactNode } from 'react';
import styles from './settings.module.css';

export function Group({
  title,
  name = title,
  about,
  children,
}: {
  title: string;
  /** Of the landmark, where something else on the page has the title's. */
  name?: string;
  about?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{title}</h2>
      {about ? <p className={styles.about}>{about}</p> : null}
      <div className={styles.rows}>{children}</div>
    </section>
  );
}

export function Row({
  label,
  about,
  children,
}: {
  label: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
}): ReactElement {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <p>{label}</p>
        {about ? <p className={styles.about}>{about}</p> : null}
      </div>
      {children ? <div className={styles.control}>{children}</div> : null}
    </div>
  );
}
