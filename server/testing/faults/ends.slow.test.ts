import { testInShort } from './inShort.ts';
import { endScenarios } from './scenarios.ts';

testInShort(endScenarios);
