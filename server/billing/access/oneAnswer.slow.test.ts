/** Ten times as many lives. */
import './oneAnswer.service.test.ts';
