/** Ten times as many lifecycles. */
import './oneAnswer.service.test.ts';
