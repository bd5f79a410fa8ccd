import { testInShort } from './inShort.ts';
import { processScenarios } from './scenarios.ts';

testInShort(processScenarios);
