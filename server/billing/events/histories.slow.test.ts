/** Three times as many. */
import './histories.service.test.ts';
