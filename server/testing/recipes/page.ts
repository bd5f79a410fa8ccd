import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { JWTPayload } from 'jose';
import { packageRoot } from '../../settings/packageRoot.ts';
import { shapes } from '../logins/tokenShapes.ts';

/** The page "Beside your app": what its readers copy. */

const [introduction = '', ...texts] = readFileSync(join(packageRoot(), 'server/docs/beside-your-app.md'), 'utf8').split(
  /^## /m,
);

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

/** What each chapter's login says of Ada. */
const claims: Record<string, JWTPayload> = {
  'Next.js with Clerk': { ...shapes.Clerk?.claims },
  'Rails with its own login': { sub: '42', aud: 'billing', email: 'ada-42@example.com' },
  'Go with Auth0': { ...shapes.Auth0?.claims },
  'Plain cookies': {},
};

export interface Chapter {
  name: string;
  text: string;
  claims: JWTPayload;
}

export const keyCommand = blocksOf(introduction, 'sh')[0] ?? '';
export const chapters: Chapter[] = texts.map((text) => {
  const name = text.split('\n')[0] ?? '';
  return { name, text, claims: claims[name] ?? {} };
});
export const chapterNames = Object.keys(claims);

/** The addresses that stand in for those of the page. */
export interface Places {
  app: string;
  login: string;
}

/** A chapter where an app and its login have these addresses. */
export function at({ text, claims: said }: Chapter, { app, login }: Places) {
  const moved = (given: string) =>
    given.replaceAll('https://app.example.com', app).replaceAll('https://login.example.com', login);
  return {
    settings: parseEnv(moved(blocksOf(text, 'ini').join('\n'))) as Record<string, string>,
    commands: blocksOf(text, 'sh').map(moved),
    scripts: blocksOf(text, 'js').map(moved),
    modules: blocksOf(text, 'ts').map(moved),
    claims: JSON.parse(moved(JSON.stringify(said))) as JWTPayload,
  };
}
