import './contractCancel.service.test.ts';
