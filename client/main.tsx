import './look/tokens.css';
import './look/base.css';
import './look/motion.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadPage } from './App.tsx';
import { readKnown } from './known.ts';
import { pathAt } from './router/site.ts';
import { Site } from './Site.tsx';
import { loadCopy, readLanguage } from './text/language.ts';

async function start(root: HTMLElement): Promise<void> {
  const known = readKnown();
  const language = known?.language ?? readLanguage();
  const [copy] = await Promise.all([loadCopy(language), loadPage(pathAt(window.location.pathname))]);
  const isWritten = root.hasChildNodes();
  const site: ReactNode = (
    <StrictMode>
      <Site known={known} isWritten={isWritten} initial={{ language, copy }} />
    </StrictMode>
  );
  if (isWritten) hydrateRoot(root, site);
  else createRoot(root).render(site);
}

const root = document.getElementById('root');
// Without its copy the page has no words of its own.
if (root) start(root).catch(() => document.getElementById('unreachable')?.removeAttribute('hidden'));
