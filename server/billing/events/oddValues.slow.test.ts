/** Three times as many values. */
import './oddValues.service.test.ts';
