// Records whether the preload has run before the first script of the page, as it must.
window.atFirstScript = typeof window.fixture;
