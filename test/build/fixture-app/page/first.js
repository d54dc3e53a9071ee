// The preload must have run before the page's first script.
window.atFirstScript = typeof window.fixture;
