import { testInShort } from './inShort.ts';
import { heavyScenarios } from './scenarios.ts';

testInShort(heavyScenarios);
