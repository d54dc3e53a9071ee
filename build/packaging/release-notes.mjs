// @ts-check
/** Finds the release notes of the newest version. They are published with the version, and the app shows them. */

/**
 * @param {string} changelog the text of CHANGELOG.md
 * @returns {string} the markdown below the heading of the newest version, which is the first
 */
export function releaseNotes(changelog) {
  const [, newest = ''] = changelog.split(/^## .*$/m);
  return newest.trim();
}
