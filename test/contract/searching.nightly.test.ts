import { describeSearches } from './search-properties.ts';

describeSearches(500);
