import { describeExactness } from './exactness.ts';

describeExactness(30);
