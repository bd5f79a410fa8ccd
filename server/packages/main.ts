import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../settings/packageRoot.ts';
import { buildPackages, currentTypes, typesFile } from './build.ts';

/** `npm run build:packages`: the packages that other programs install, in `dist/packages`. */
writeFileSync(typesFile, currentTypes());
const folder = join(packageRoot(), 'dist/packages');
await buildPackages(folder);
console.info(`Built in ${folder}: client, sandbox. Pack one: npm pack ./dist/packages/client`);
