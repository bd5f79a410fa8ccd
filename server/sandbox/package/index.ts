export { sampleCatalogue } from '../catalogue.ts';
export { type RunningSandbox, type SandboxOptions, type SandboxPrice, startSandbox } from '../index.ts';
