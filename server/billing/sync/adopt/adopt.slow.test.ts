import './adopt.service.test.ts';
