// Runs before the first paint, so that a page kept dark never flashes white. A file: inline scripts are refused.
try {
  document.documentElement.dataset.colorScheme = localStorage.getItem('color-scheme') ?? 'auto';
} catch {
  // Storage may be forbidden; then the system's scheme counts.
}
