import { testInShort } from './inShort.ts';
import { faultScenarios } from './scenarios.ts';

testInShort(faultScenarios);
