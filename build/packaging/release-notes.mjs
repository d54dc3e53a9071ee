// @ts-check
/** The notes of the newest version, which the feed of updates shows to people. */

/**
 * @param {string} changelog the text of CHANGELOG.md
 * @returns {string} markdown below the first heading of a version
 */
export function releaseNotes(changelog) {
  const [, newest = ''] = changelog.split(/^## .*$/m);
  return newest.trim();
}
