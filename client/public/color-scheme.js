// Runs before the first paint, so that a dark page never flashes white. A file, because inline scripts are refused.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be forbidden; then the system's scheme counts.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.mantineColorScheme = kept === 'light' || kept === 'dark' ? kept : system;
})();
