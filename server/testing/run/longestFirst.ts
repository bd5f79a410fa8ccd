import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of few lines that run for a minute: Vitest takes the largest first, and these would keep one worker busy alone. */
const LONG = /\/testing\/faults\/|\/otherProviders\.slow\./;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
