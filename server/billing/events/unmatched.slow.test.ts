/** Three times as many meetings. */
import './unmatched.service.test.ts';
