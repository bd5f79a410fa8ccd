import './look/tokens.css';
import './look/base.css';
import './look/motion.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { loadCopy, readLanguage } from './text/language.ts';
import { TextProvider } from './text/useText.tsx';
import { createQueryClient, trpc, trpcClient } from './trpc.ts';

async function start(root: HTMLElement): Promise<void> {
  const language = readLanguage();
  const initial = { language, copy: await loadCopy(language) };
  const queryClient = createQueryClient();
  createRoot(root).render(
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <TextProvider initial={initial}>
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </TextProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
// Without its copy the page has no words of its own.
if (root) start(root).catch(() => document.getElementById('unreachable')?.removeAttribute('hidden'));
